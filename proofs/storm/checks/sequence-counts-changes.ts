import type { Check, Finding, KeptEvent } from '../evidence.ts';
import { groupBy, isSameState, nameState, versionsOf } from './read-calls.ts';

const invariant = 'the sequence is the number of changes, each with its event, and event n shows state n';

/** Finds invoices whose sequence, receipts, expiry and events do not tell the same story. */
export const sequenceCountsChanges: Check = (evidence) => {
  const { books } = evidence;
  const receipts = groupBy(books.receipts, ({ invoice }) => invoice);
  const events = groupBy(books.events, ({ invoice }) => invoice);
  const versions = versionsOf(evidence);
  return books.invoices.flatMap((invoice): Finding[] => {
    const own = events.get(invoice.id) ?? [];
    const recorded = receipts.get(invoice.id) ?? [];
    const find = (sentence: string): Finding[] => [{ invariant, sentence, proof: [invoice, ...recorded, ...own] }];
    const changes = recorded.length + (invoice.status === 'EXPIRED' ? 1 : 0);
    if (changes !== invoice.sequence) {
      return find(`The invoice ${invoice.id} was changed ${changes} times, its sequence is ${invoice.sequence}.`);
    }
    const numbers = own.map(({ sequence }) => sequence).toSorted((one, other) => one - other);
    if (numbers.length !== changes || numbers.some((number, index) => number !== index + 1)) {
      return find(`The invoice ${invoice.id} was changed ${changes} times, its events are ${numbers.join(', ') || 'none'}.`);
    }
    const last = versions.get(invoice.id)?.at(-1);
    if (last && !isSameState(last, invoice)) {
      return find(`The last event of ${invoice.id} shows ${nameState(last)}; the invoice is ${nameState(invoice)}.`);
    }
    const wrong = own.find((event) => sequenceIn(event) !== event.sequence);
    return wrong
      ? find(`The event ${wrong.id} of ${invoice.id} is number ${wrong.sequence}, and says ${sequenceIn(wrong)}.`)
      : [];
  });
};

function sequenceIn({ body }: KeptEvent): number {
  return (JSON.parse(body) as { sequence: number }).sequence;
}
