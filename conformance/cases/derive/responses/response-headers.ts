import type { Case } from '../../../src/case/case.ts';
import { type Contract, type Operation, ownOf, type ResponseHeader, requirementAbout } from '../../../src/contract/contract.ts';
import { describeSchema } from '../../../src/contract/describe-schema.ts';
import { isHeaderOf } from '../../../src/contract/header-schemas.ts';
import { readerOf } from '../../../src/contract/main-object.ts';
import { type Exchange, type RequestSpec, responseHeader } from '../../../src/http/exchange.ts';
import { broken } from '../../../src/outcome/finding.ts';
import { successOf } from '../../../src/subject/baseline.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { withoutHeader } from '../refusals/send-violation.ts';

/** A kind of response whose headers are checked, and a way to get one. */
interface Judged extends Pick<Case, 'title' | 'operations' | 'derived'> {
  /** The part of the cases' ids that stands for this kind of response. */
  id: string;
  get(subject: Subject): Promise<Exchange>;
}

/** The headers of every response, each with the end of its case's id. */
const ofEvery = [
  {
    ...{ id: 'not-stored', requirement: 'answers-not-stored', name: 'Cache-Control', wanted: 'no-store' },
    form: /\bno-store\b/i,
    words: 'no-store',
  },
  {
    ...{ id: 'media-type', requirement: 'answers-are-json', name: 'Content-Type', wanted: 'application/json' },
    form: /^application\/(problem\+)?json\s*(;|$)/i,
    words: 'application/json or application/problem+json',
  },
  {
    ...{ id: 'request-id', requirement: 'request-id-on-every-answer', name: 'X-Request-Id', wanted: 'an id' },
    form: /./,
    words: 'present',
  },
];

/** Derives cases for the headers that every response carries, whether a success or a refusal. */
export const deriveHeaders = (contract: Contract, { id, title, get, ...about }: Judged): Case[] =>
  ofEvery.map(({ id: end, requirement, name, form, wanted, words }) => ({
    ...{ ...about, requirement },
    id: `answers/${id}/${end}`,
    title: `${name} of ${title} is ${words}`,
    async run({ subject }) {
      const exchange = await get(subject);
      const value = exchange.answer && responseHeader(exchange.answer, name.toLowerCase());
      if (value !== undefined && form.test(value)) return [];
      const [expected, received] = [`${name}: ${wanted}`, `${name}: ${value ?? 'absent'}`];
      return broken(contract, requirement, { member: name, expected, received, exchanges: [exchange] });
    },
  }));

/** Derives the cases of `deriveHeaders` for a success, and a case for each other header that the operation documents. */
export function deriveSuccessHeaders(contract: Contract, operation: Operation): Case[] {
  const { slug, hasResponseBody, headers } = operation;
  const get = (subject: Subject): Promise<Exchange> => successOf(subject, operation);
  const about = { id: slug, title: `a successful ${slug}`, operations: [slug], derived: true, get };
  return [
    ...deriveHeaders(contract, about).filter(({ requirement }) => hasResponseBody || requirement !== 'answers-are-json'),
    ...headers.flatMap((stated) => (judgedByName.includes(stated.name) ? [] : [statedHeader(operation, stated)])),
  ];
}

/** Derives cases for the headers of a refusal. The refused call sends `{}` or, if it takes no body, lacks the token. */
export function deriveRefusedHeaders(contract: Contract, operation: Operation): Case[] {
  const { slug, hasBody } = operation;
  const spec = requestFor(operation, {});
  const refused = hasBody ? spec : withoutHeader('Authorization', spec);
  const get = (subject: Subject): Promise<Exchange> => subject.share(`refused ${slug}`, () => subject.send(refused));
  const about = { id: `${slug}-refused`, title: `a refused ${slug}`, operations: [slug], derived: true };
  return deriveHeaders(contract, { ...about, get });
}

/** Headers that have cases of their own. */
export const judgedByName = ['X-Request-Id', 'Cache-Control', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed'];

/** Derives a case for a header that an operation documents: present if it is required, and valid against its schema. */
function statedHeader(operation: Operation, { name, required, schema, feature, requirements, pointer }: ResponseHeader): Case {
  const requirement = ownOf(requirements) ?? requirementAbout(operation, 'success');
  return {
    // Adds a prefix to a name that is the id of an entry in `ofEvery`.
    id: `answers/${operation.slug}/${ofEvery.some(({ id }) => id === name.toLowerCase()) ? 'header-' : ''}${name.toLowerCase()}`,
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
    subject.share(`refused as ${id}`, () => subject.send(change(subject.fetchRequest('no-such-invoice'))));
  return deriveHeaders(contract, { id, title, operations: [readerOf(contract).slug], derived: true, get });
}
