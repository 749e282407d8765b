import type { Case } from '../../../src/case/case.ts';
import { type Contract, operationById } from '../../../src/contract/contract.ts';
import { isSuccess, type RequestSpec } from '../../../src/http/exchange.ts';
import { broken, insteadOf } from '../../../src/outcome/finding.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { bodyToTry } from '../../play/body-to-try.ts';
import { isCallable } from './grammar.ts';

/** A way to send a valid body that must be accepted. */
interface Way {
  id: string;
  title: string;
  requirement: string;
  change(spec: RequestSpec): RequestSpec;
}

/** Media types that mean JSON in UTF-8. */
const spellings = [
  ...['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'application/json; charset="utf-8"'],
  ...['application/json ;  charset=Utf-8', 'Application/JSON'],
];

const waysFor = ({ bodyLimit }: Contract): Way[] => [
  {
    id: 'body/largest',
    title: `with a body of ${bodyLimit / 1024} KiB`,
    requirement: 'large-body-is-413',
    change: ({ body = '', ...spec }) => ({ ...spec, body: body + ' '.repeat(bodyLimit - Buffer.byteLength(body)) }),
  },
  {
    id: 'body/in-chunks',
    title: `with a body of ${bodyLimit / 1024} KiB in chunks`,
    requirement: 'large-body-is-413',
    change: ({ body = '', ...spec }) => ({
      ...spec,
      headers: [...spec.headers, ['Transfer-Encoding', 'chunked']],
      body: body + ' '.repeat(bodyLimit - Buffer.byteLength(body)),
    }),
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

/** Derives cases which check that a valid body is accepted at the size limit, and with any spelling of its media type. */
export function deriveAccepted(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  if (!operation.hasBody || !isCallable(contract, operation)) return [];
  return waysFor(contract).map(({ id, title, requirement, change }) => ({
    id: `${operation.slug}/${id}`,
    title: `${operation.slug} ${title} is accepted`,
    requirement,
    operations: [operation.slug],
    derived: true,
    async run({ subject }) {
      const body = operationId === 'createPayment' ? subject.createBody : await bodyToTry(subject, operation);
      const exchange = await subject.send(change(requestFor(operation, body)));
      if (exchange.answer && isSuccess(exchange.answer)) return [];
      return broken(contract, requirement, insteadOf('a success', exchange));
    },
  }));
}
