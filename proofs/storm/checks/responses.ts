import { isDeepStrictEqual } from 'node:util';
import type { Call, Check, Evidence, Finding } from '../evidence.ts';
import { callsOf, groupBy, type ShownInvoice, shownBy } from './read-calls.ts';

/** Finds responses whose status is not 200, 4xx or 503. Any other status means a defect in the server. */
export const never500: Check = ({ lines }) =>
  callsOf(lines)
    .filter(({ status }) => status !== null && status !== 200 && status !== 503 && (status < 400 || status > 499))
    .map(
      (call): Finding => ({
        invariant: 'a response is 200, 4xx or 503, never another 5xx',
        sentence: `Server ${call.server} responded to a ${call.operation} with ${call.status}.`,
        proof: [call],
      }),
    );

/** The properties that the lifecycle changes. */
const changing = new Set(['status', 'receiptId', 'paidAmount']);

/** Finds invoices that a response has shown and that no longer exist, or whose fixed properties have changed. */
export const keepWhatWasAnswered: Check = ({ lines, books }: Evidence): Finding[] => {
  const kept = new Set(books.invoices.map(({ id }) => id));
  const calls = callsOf(lines);
  const told = groupBy(calls, (call) => shownBy(call)?.id);
  const missed = groupBy(calls, (call) => (call.status === 404 ? call.invoice : undefined));
  return [...told].flatMap(([id, answers]): Finding[] => {
    const [first] = answers;
    if (!first) return [];
    const later = missed.get(id)?.filter(({ start }) => first.end !== null && start >= first.end) ?? [];
    if (later.length > 0 || !kept.has(id)) {
      const where = kept.has(id) ? 'was unknown in a later response' : 'is not in the database at the end';
      return [
        {
          invariant: 'an invoice that was in a response exists for ever, and only its lifecycle changes it',
          sentence: `The invoice ${id} was in a response, and ${where}.`,
          proof: [first, ...later.slice(0, 2)],
        },
      ];
    }
    const other = answers.find((answer) => !isDeepStrictEqual(fixedPart(answer), fixedPart(first)));
    if (!other) return [];
    return [
      {
        invariant: 'an invoice that was in a response exists for ever, and only its lifecycle changes it',
        sentence: `The invoice ${id} had other fixed properties in a later response than at first.`,
        proof: [first, other],
      },
    ];
  });
};

function fixedPart(call: Call): object {
  const shown: ShownInvoice | undefined = shownBy(call);
  return Object.fromEntries(Object.entries(shown ?? {}).filter(([name]) => !changing.has(name)));
}

/** Finds idempotency keys whose creates returned different responses. */
export const oneInvoiceAKey: Check = ({ lines }) => {
  const creates = callsOf(lines).filter(({ operation, status }) => operation === 'create' && status === 200);
  return [...groupBy(creates, ({ key }) => key)].flatMap(([key, answers]): Finding[] => {
    const [first] = answers;
    const other = answers.find(({ body }) => body !== first?.body);
    if (!first || !other) return [];
    const [one, two] = [shownBy(first)?.id, shownBy(other)?.id];
    const what = one === two ? `two responses about ${one}` : `two invoices, ${one} and ${two}`;
    return [
      {
        invariant: 'one idempotency key makes one invoice, and has one response, byte for byte',
        sentence: `The key ${key} has ${what}.`,
        proof: [first, other],
      },
    ];
  });
};
