import type { Case } from '../../../src/case/case.ts';
import type { Contract, Operation } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { type Exchange, hasSucceeded, type RequestSpec, responseObject } from '../../../src/http/exchange.ts';
import { broken, insteadOf } from '../../../src/outcome/finding.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { isCallable } from '../../../src/subject/ways-into.ts';
import { bodyToTry } from '../../play/body-to-try.ts';

/** A way to send a valid body that must be accepted. */
interface Way extends Pick<Case, 'id' | 'title' | 'requirement'> {
  change(spec: RequestSpec): RequestSpec;
}

/** Media types that mean JSON in UTF-8. */
const spellings = [
  ...['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'application/json; charset="utf-8"'],
  ...['application/json ;  charset=Utf-8', 'Application/JSON'],
];

function waysFor({ bodyLimit }: Contract): Way[] {
  const fill = ({ body = '', ...spec }: RequestSpec) => ({
    ...spec,
    body: body + ' '.repeat(bodyLimit - Buffer.byteLength(body)),
  });
  const about = { requirement: 'large-body-is-413', title: `with a body of ${bodyLimit / 1024} KiB` };
  return [
    { ...about, id: 'body/largest', change: fill },
    {
      ...{ ...about, id: 'body/in-chunks', title: `${about.title} in chunks` },
      change: (spec) => ({ ...fill(spec), headers: [...spec.headers, ['Transfer-Encoding', 'chunked']] }),
    },
    ...spellings.map(
      (type): Way => ({
        id: `media-type/${encodeURIComponent(type.replaceAll(/ (?!;)/g, ''))}`,
        title: `with the Content-Type ${type}`,
        requirement: type.includes('charset') ? 'other-charset-is-415' : 'other-media-type-is-415',
        change: (spec) => ({
          ...spec,
          headers: spec.headers.map(([name, value]) => [name, name === 'Content-Type' ? type : value]),
        }),
      }),
    ),
  ];
}

/** Derives cases which check that a valid body is accepted at the size limit, and with any spelling of its media type. */
export function deriveAccepted(contract: Contract, operation: Operation): Case[] {
  if (!operation.hasBody || !isCallable(contract, operation)) return [];
  return waysFor(contract).map(({ id, title, requirement, change }) => ({
    id: `${operation.slug}/${id}`,
    title: `${operation.slug} ${title} is accepted`,
    requirement,
    operations: [operation.slug],
    derived: true,
    async run({ subject }) {
      const body = operation.creates ? subject.createBody : await bodyToTry(subject, operation);
      const exchange = await subject.send(change(requestFor(operation, body)));
      return hasSucceeded(exchange) ? [] : broken(contract, requirement, insteadOf('a success', exchange));
    },
  }));
}

/** A request in which a string has the maximum length. */
interface Longest extends Pick<Case, 'id' | 'title' | 'requirement'> {
  send(subject: Subject): Promise<Exchange>;
  /** A problem code that is only returned after the length has been accepted. */
  code: string;
}

export const longestOf = ({ request }: Operation, field: string): number => Number(request.properties?.[field]?.maxLength);

/** Makes a string of this many characters. Every second one is beyond U+FFFF, so it takes two UTF-16 units. */
export const wideText = (length: number): string => '\u20ac\u{1f4b6}'.repeat(length / 2) + '\u20ac'.repeat(length % 2);

/** Derives a case which checks that a string of the maximum length is not refused for its length. */
export function deriveLongest(contract: Contract, { id, title, requirement, send, code }: Longest): Case {
  return {
    id,
    title,
    requirement,
    operations: [id.split('/')[0] ?? ''],
    features: ['problem-details'],
    derived: true,
    async run({ subject }) {
      const exchange = await send(subject);
      const { answer: response } = exchange;
      // A refusal for another reason means that the length was accepted.
      if ((response && responseObject(response)?.code) !== 'validation_failed' && response?.status !== 413) return [];
      return broken(contract, requirement, { expected: code, received: showValue(response?.text), exchanges: [exchange] });
    },
  };
}
