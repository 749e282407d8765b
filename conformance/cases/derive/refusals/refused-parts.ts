import type { Case } from '../../../src/case/case.ts';
import { featuresOfProperty, isPromised } from '../../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import {
  type Contract,
  fieldRequirement,
  type Operation,
  operationById,
  ownOf,
  requirementAbout,
  type Schema,
} from '../../../src/contract/contract.ts';
import { describeSchema, showValue } from '../../../src/contract/describe-schema.ts';
import { follow, pointed } from '../../../src/contract/follow-reference.ts';
import { isHeaderOf } from '../../../src/contract/header-schemas.ts';
import { type Exchange, type RequestSpec, responseHeader, responseObject } from '../../../src/http/exchange.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken, type Finding } from '../../../src/outcome/finding.ts';
import { naming, requestFor } from '../../../src/subject/request-for.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { bodyToTry } from '../../play/body-to-try.ts';

/** Headers of refusals that have cases of their own. */
export const judgedInRefusals = [
  ...['X-Request-Id', 'Cache-Control', 'RateLimit', 'RateLimit-Policy', 'WWW-Authenticate', 'Retry-After', 'Allow'],
];

/** Fields of a problem that have cases of their own. */
const judgedProperties = ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId', 'errors'];

/** Derives cases which check that an operation's refusals carry the headers and properties that the contract adds to them. */
export function deriveRefusedParts(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  const ways = waysToRefuse(operation);
  const headers = operation.refusals.flatMap(({ status, headers }) => {
    const way = ways.find((one) => one.status === status);
    return way ? headers.filter(({ name }) => !judgedInRefusals.includes(name)).map((header) => ({ ...header, way })) : [];
  });
  const problem = follow(contract.document, '#/components/schemas/Problem');
  const [first] = ways;
  const properties = Object.entries(problem.properties ?? {}).filter(([name]) => !judgedProperties.includes(name));
  return [
    ...headers.map(({ way, name, required, schema, feature, requirements, pointer }): Case => {
      const requirement = ownOf(requirements) ?? requirementAbout(operation, 'success');
      const id = `${operation.slug}/refused/${way.status}/${name.toLowerCase()}`;
      const judge = (exchange: Exchange): Finding[] => {
        const value = exchange.answer && responseHeader(exchange.answer, name.toLowerCase());
        if (value === undefined ? !required : isHeaderOf([schema], value)) return [];
        return broken(contract, requirement.id, {
          ...{ member: name, pointer, exchanges: [exchange] },
          expected: `${name}: ${describeSchema(schema)}`,
          received: `${name}: ${value ?? 'absent'}`,
        });
      };
      const features = feature === undefined ? [] : [feature];
      return {
        ...part(operation, way, id, name, schema, features, judge),
        requirement: requirement.id,
        proves: [`header ${name} of ${way.status} of ${operation.id}`],
      };
    }),
    ...properties.flatMap(([name, schema]): Case[] => {
      if (!first) return [];
      const pointer = `/components/schemas/Problem/properties/${pointed(name)}`;
      const requirement = fieldRequirement(contract, schema, pointer).id;
      const judge = (exchange: Exchange): Finding[] => {
        const value = exchange.answer && responseObject(exchange.answer)?.[name];
        if (value === undefined ? !isPromised(problem, name) : compileSchema(schema)(value)) return [];
        const expected = `${name}: ${describeSchema(schema)}`;
        return broken(contract, requirement, {
          member: name,
          pointer,
          expected,
          received: `${name}: ${showValue(value)}`,
          exchanges: [exchange],
        });
      };
      const features = [...new Set(['problem-details', ...featuresOfProperty(contract, schema)])];
      return [
        { ...part(operation, first, `${operation.slug}/refused/property/${name}`, name, schema, features, judge), requirement },
      ];
    }),
  ];
}

interface Way {
  status: number;
  call(subject: Subject): Promise<RequestSpec>;
}

function waysToRefuse(operation: Operation): Way[] {
  const { identifies, hasBody } = operation;
  const withoutToken = (spec: RequestSpec): RequestSpec => ({
    ...spec,
    headers: spec.headers.filter(([name]) => name !== 'Authorization'),
  });
  return [
    { status: 401, call: async () => withoutToken(requestFor(operation, {})) },
    ...(hasBody ? [{ status: 422, call: async () => requestFor(operation, {}) }] : []),
    ...(identifies === undefined
      ? []
      : [
          {
            status: 404,
            call: async (subject: Subject) =>
              requestFor(operation, { ...(await bodyToTry(subject, operation)), ...naming(operation, 'no-such-invoice') }),
          },
        ]),
  ];
}

function part(
  { slug }: Operation,
  { status, call }: Way,
  id: string,
  name: string,
  schema: Schema,
  features: string[],
  judge: (exchange: Exchange) => Finding[],
): Omit<Case, 'requirement'> {
  return {
    id,
    title: `${name} of a ${slug} that is refused with ${status} is ${describeSchema(schema)}`,
    operations: [slug],
    features,
    derived: true,
    ofForm: true,
    async run({ subject }) {
      const exchange = await subject.send(await call(subject));
      // Another case reports a wrong status.
      if (exchange.answer?.status !== status)
        throw new CaseSkipped(`The call got the status ${exchange.answer?.status}, not ${status}.`);
      return judge(exchange);
    },
  };
}
