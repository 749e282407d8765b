import type { Case } from '../../../src/case/case.ts';
import {
  type Contract,
  type Operation,
  operationById,
  ownOf,
  type ResponseHeader,
  requirementAbout,
} from '../../../src/contract/contract.ts';
import { describeSchema } from '../../../src/contract/describe-schema.ts';
import { isHeaderOf } from '../../../src/contract/header-schemas.ts';
import { type Exchange, type RequestSpec, responseHeader } from '../../../src/http/exchange.ts';
import { broken, type Finding } from '../../../src/outcome/finding.ts';
import { successOf } from '../../../src/subject/baseline.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import type { Subject } from '../../../src/subject/subject.ts';

/** A kind of response whose headers are checked, and a way to get one. */
interface Judged {
  /** The part of the cases' ids that stands for this kind of response. */
  id: string;
  title: string;
  operations: string[];
  get(subject: Subject): Promise<Exchange>;
}

/** Derives cases for the headers that every response carries, whether a success or a refusal. */
export function deriveHeaders(contract: Contract, { id, title, operations, get }: Judged): Case[] {
  return [
    {
      id: `answers/${id}/not-stored`,
      title: `Cache-Control of ${title} is no-store`,
      requirement: 'answers-not-stored',
      operations,
      run: async ({ subject }) =>
        header(contract, 'answers-not-stored', 'Cache-Control', /\bno-store\b/i, 'no-store', await get(subject)),
    },
    {
      id: `answers/${id}/media-type`,
      title: `Content-Type of ${title} is application/json or application/problem+json`,
      requirement: 'answers-are-json',
      operations,
      run: async ({ subject }) =>
        header(
          contract,
          'answers-are-json',
          'Content-Type',
          /^application\/(problem\+)?json\s*(;|$)/i,
          'application/json',
          await get(subject),
        ),
    },
    {
      id: `answers/${id}/request-id`,
      title: `X-Request-Id of ${title} is present`,
      requirement: 'request-id-on-every-answer',
      operations,
      run: async ({ subject }) =>
        header(contract, 'request-id-on-every-answer', 'X-Request-Id', /./, 'an id', await get(subject)),
    },
  ];
}

/** Derives the cases of `deriveHeaders` for the success of an operation. */
export function deriveSuccessHeaders(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  const { slug } = operation;
  const get = (subject: Subject): Promise<Exchange> => successOf(subject, operation);
  return [
    ...deriveHeaders(contract, { id: slug, title: `a successful ${slug}`, operations: [slug], get })
      .filter(({ requirement }) => operation.hasResponseBody || requirement !== 'answers-are-json')
      .map((one) => ({ ...one, derived: true })),
    ...operation.headers.flatMap((stated) => (judgedByName.includes(stated.name) ? [] : [statedHeader(operation, stated)])),
  ];
}

/** Derives cases for the headers of a response that refuses a call without its body or token. */
export function deriveRefusedHeaders(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  const { slug } = operation;
  const get = (subject: Subject): Promise<Exchange> =>
    subject.share(`refused ${slug}`, () => subject.send(refusedCall(operation)));
  const judged = { id: `${slug}-refused`, title: `a refused ${slug}`, operations: [slug], get };
  return deriveHeaders(contract, judged).map((one) => ({ ...one, derived: true }));
}

/** Makes a call that is refused for its empty body or, if the operation has no body, for its missing token. */
function refusedCall(operation: Operation): RequestSpec {
  const spec = requestFor(operation, {});
  return operation.hasBody ? spec : { ...spec, headers: spec.headers.filter(([name]) => name !== 'Authorization') };
}

/** Headers that have cases of their own. */
export const judgedByName = ['X-Request-Id', 'Cache-Control', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed'];

/**
 * The ends of the ids that deriveHeaders uses. A case for a documented header whose name equals one of these gets a different id.
 */
const ofEvery = ['not-stored', 'media-type', 'request-id'];

/** Derives a case for a header that an operation documents: present if it is required, and valid against its schema. */
function statedHeader(operation: Operation, { name, required, schema, feature, requirements, pointer }: ResponseHeader): Case {
  const requirement = ownOf(requirements) ?? requirementAbout(operation, 'success');
  return {
    id: `answers/${operation.slug}/${ofEvery.includes(name.toLowerCase()) ? 'header-' : ''}${name.toLowerCase()}`,
    title: `${name} of a successful ${operation.slug} is ${describeSchema(schema)}`,
    requirement: requirement.id,
    operations: [operation.slug],
    ...(feature !== undefined && { features: [feature] }),
    derived: true,
    ofForm: true,
    proves: [`header ${name} of ${operation.id}`],
    async run({ subject }) {
      const exchange = await successOf(subject, operation);
      const value = exchange.answer && responseHeader(exchange.answer, name.toLowerCase());
      if (value === undefined ? !required : isHeaderOf([schema], value)) return [];
      const [expected, received] = [`${name}: ${describeSchema(schema)}`, `${name}: ${value ?? 'absent'}`];
      return broken(subject.contract, requirement.id, { member: name, pointer, expected, received, exchanges: [exchange] });
    },
  };
}

/** Derives cases for the headers of a response that refuses a fetch. `change` makes the fetch invalid. */
export function deriveRefusalHeaders(
  contract: Contract,
  id: string,
  title: string,
  change: (fetch: RequestSpec) => RequestSpec,
): Case[] {
  const get = (subject: Subject): Promise<Exchange> =>
    subject.share(`refused as ${id}`, () =>
      subject.send(change(subject.requestOf('fetchPayment', { invoiceId: 'no-such-invoice' }))),
    );
  const cases = deriveHeaders(contract, { id, title, operations: ['fetch-payment'], get });
  return cases.map((one) => ({ ...one, derived: true }));
}

function header(
  contract: Contract,
  requirement: string,
  name: string,
  form: RegExp,
  wanted: string,
  exchange: Exchange,
): Finding[] {
  const value = exchange.answer && responseHeader(exchange.answer, name.toLowerCase());
  if (value !== undefined && form.test(value)) return [];
  return broken(contract, requirement, {
    member: name,
    expected: `${name}: ${wanted}`,
    received: `${name}: ${value ?? 'absent'}`,
    exchanges: [exchange],
  });
}
