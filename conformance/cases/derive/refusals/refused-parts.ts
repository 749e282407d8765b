import type { Case, DeclareCases } from '../../../src/case/case.ts';
import { featuresOfProperty, isPromised } from '../../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import {
  type Contract,
  fieldRequirement,
  type Operation,
  ownOf,
  type ResponseHeader,
  requirementAbout,
  type Schema,
} from '../../../src/contract/contract.ts';
import { describeSchema, showValue } from '../../../src/contract/describe-schema.ts';
import { follow, pointed } from '../../../src/contract/follow-reference.ts';
import { isHeaderOf } from '../../../src/contract/header-schemas.ts';
import { operationAt } from '../../../src/contract/operation-at.ts';
import { groupBy } from '../../../src/group-by.ts';
import { type HttpResponse, type RequestSpec, responseHeader, responseObject } from '../../../src/http/exchange.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken } from '../../../src/outcome/finding.ts';
import { ownResponses } from '../../../src/record/own-responses.ts';
import { echoedHeader, withEchoed } from '../../../src/subject/echoed-header.ts';
import { naming, requestFor } from '../../../src/subject/request-for.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { bodyToTry } from '../../play/body-to-try.ts';
import { judgeRecord } from '../../play/judge-record.ts';
import { withoutHeader } from './send-violation.ts';

/** Headers of refusals that have cases of their own. */
export const judgedInRefusals = [
  ...['X-Request-Id', 'Cache-Control', 'RateLimit', 'RateLimit-Policy', 'WWW-Authenticate', 'Retry-After', 'Allow'],
];

/** Fields of a problem that have cases of their own. */
const judgedProperties = ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId', 'errors'];

/** Derives cases which check that an operation's refusals carry the headers and properties that the contract adds to them. */
export function deriveRefusedParts(contract: Contract, operation: Operation): Case[] {
  const { slug } = operation;
  const ways = waysToRefuse(operation);
  const problem = follow(contract.document, '#/components/schemas/Problem');
  const properties = Object.entries(problem.properties ?? {}).filter(([name]) => !judgedProperties.includes(name));
  const part = ({ status, call }: Way, about: Pick<Case, 'id' | 'requirement' | 'features' | 'proves'>, claim: Claim): Case => ({
    ...about,
    title: `${claim.name} of a ${slug} that is refused with ${status} is ${describeSchema(claim.schema)}`,
    operations: [slug],
    ofForm: true,
    async run({ subject }) {
      const exchange = await subject.send(withEchoed(operation, await call(subject)));
      // Another case reports a wrong status.
      if (exchange.answer?.status !== status)
        throw new CaseSkipped(`The call got the status ${exchange.answer?.status}, not ${status}.`);
      const received = claim.contradictedBy(exchange.answer, exchange.request);
      if (received === undefined) return [];
      const { name, pointer } = claim;
      const expected = `${name}: ${claim.wanted?.(exchange.request) ?? describeSchema(claim.schema)}`;
      return broken(contract, about.requirement, {
        ...{ member: name, pointer, expected, exchanges: [exchange] },
        received: `${name}: ${received}`,
      });
    },
  });
  const ofHeaders = operation.refusals.flatMap(({ status, headers }) =>
    ways
      .filter((way) => way.status === status)
      .flatMap((way) =>
        unjudged(headers).map((header) => {
          const about = {
            id: `${slug}/refused/${status}/${header.name.toLowerCase()}`,
            requirement: (ownOf(header.requirements) ?? requirementAbout(operation, 'success')).id,
            features: header.feature === undefined ? [] : [header.feature],
            proves: [`header ${header.name} of ${status} of ${operation.id}`],
          };
          return part(way, about, {
            ...header,
            wanted: (request) => echoedHeader(header, request),
            contradictedBy: (response, request) => wrongValue(header, response, request),
          });
        }),
      ),
  );
  const ofProperties = ways.slice(0, 1).flatMap((way) =>
    properties.map(([name, schema]) => {
      const pointer = `/components/schemas/Problem/properties/${pointed(name)}`;
      const about = {
        id: `${slug}/refused/property/${name}`,
        requirement: fieldRequirement(contract, schema, pointer).id,
        features: [...new Set(['problem-details', ...featuresOfProperty(contract, schema)])],
      };
      const contradictedBy = (response: HttpResponse): string | undefined => {
        const value = responseObject(response)?.[name];
        const isRight = value === undefined ? !isPromised(problem, name) : compileSchema(schema)(value);
        return isRight ? undefined : showValue(value);
      };
      return part(way, about, { name, schema, pointer, contradictedBy });
    }),
  );
  return [...ofHeaders, ...ofProperties];
}

/** A header or a property of a problem, and what a response has instead. */
interface Claim {
  name: string;
  schema: Schema;
  pointer: string;
  /** Returns the value that the part must have, if the request determines it. */
  wanted?(request: RequestSpec): string | undefined;
  contradictedBy(response: HttpResponse, request: RequestSpec): string | undefined;
}

const unjudged = (headers: ResponseHeader[]): ResponseHeader[] => headers.filter(({ name }) => !judgedInRefusals.includes(name));

/** Returns the value of a wrong header, `absent` if a required header is missing, and undefined if the header is right. */
function wrongValue(header: ResponseHeader, response: HttpResponse, request: RequestSpec): string | undefined {
  const { name, schema, required } = header;
  const value = responseHeader(response, name.toLowerCase());
  const wanted = echoedHeader(header, request) ?? value;
  const isRight = value === undefined ? !required : value === wanted && isHeaderOf([schema], value);
  return isRight ? undefined : (value ?? 'absent');
}

interface Way {
  status: number;
  call(subject: Subject): Promise<RequestSpec>;
}

function waysToRefuse(operation: Operation): Way[] {
  const unknown = async (subject: Subject): Promise<RequestSpec> =>
    requestFor(operation, { ...(await bodyToTry(subject, operation)), ...naming(operation, 'no-such-invoice') });
  return [
    { status: 401, call: async () => withoutHeader('Authorization', requestFor(operation, {})) },
    ...(operation.hasBody ? [{ status: 422, call: async () => requestFor(operation, {}) }] : []),
    ...(operation.identifies === undefined ? [] : [{ status: 404, call: unknown }]),
  ];
}

/** A header that some refusals have, and that no other case judges. */
interface Stated {
  operation: Operation;
  status: number;
  header: ResponseHeader;
}

/** Derives cases which check, in the record of the run, that each refusal has the headers that the contract adds to it. */
export const deriveRefusalRecord: DeclareCases = (contract) => {
  const stated = contract.operations.flatMap((operation) =>
    operation.refusals.flatMap(({ status, headers }) =>
      unjudged(headers).map((header): Stated => ({ operation, status, header })),
    ),
  );
  return [...groupBy(stated, ({ header }) => header.name)].map(([name, all]) => headerCase(contract, name, all));
};

function headerCase(contract: Contract, name: string, stated: Stated[]): Case {
  const [{ operation, header }] = stated as [Stated];
  const requirement = (ownOf(header.requirements) ?? requirementAbout(operation, 'success')).id;
  return {
    ...judgeRecord({
      id: `record/refusal-headers/${name.toLowerCase()}`,
      derived: true,
      title: `${name} of every refusal that has this header is ${describeSchema(header.schema)}`,
      requirement,
      proves: stated.map((one) => `header ${name} of ${one.status} of ${one.operation.id}`),
      judge(_, { exchanges }) {
        const wrong = ownResponses(exchanges).flatMap(({ exchange, response }) => {
          const asked = operationAt(contract, exchange.request);
          const own = stated.find((one) => one.operation === asked && one.status === response.status)?.header;
          const value = own && wrongValue(own, response, exchange.request);
          return own === undefined || value === undefined ? [] : [{ exchange, own, value, status: response.status }];
        });
        const [first] = wrong;
        if (!first) return [];
        const more = wrong.length > 1 ? ` (and ${wrong.length - 1} more like it)` : '';
        return broken(contract, requirement, {
          ...{ member: name, pointer: first.own.pointer, exchanges: [first.exchange] },
          expected: `${name}: ${echoedHeader(first.own, first.exchange.request) ?? describeSchema(first.own.schema)}`,
          received: `${name}: ${first.value} in a ${first.status}${more}`,
        });
      },
    }),
    ...(header.feature !== undefined && { features: [header.feature] }),
  };
}
