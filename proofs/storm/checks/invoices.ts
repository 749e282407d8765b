import type { Check, Finding, KeptEvent } from '../evidence.ts';
import { callsOf, finalStatuses, groupBy, isSameState, nameState, shownBy, versionsOf } from './read-calls.ts';

/** Finds invoices whose paid amount differs from the sum of their receipts, or whose status does not match that sum. */
export const paidIsSumOfReceipts: Check = ({ books, lines }) => {
  const receipts = groupBy(books.receipts, ({ invoice }) => invoice);
  return books.invoices.flatMap((invoice): Finding[] => {
    const own = receipts.get(invoice.id) ?? [];
    const completed = own.filter(({ paymentStatus }) => paymentStatus === 'completed');
    const sum = completed.reduce((total, { amount }) => total + amount, 0);
    const submits = callsOf(lines).filter((call) => call.operation === 'submit' && call.invoice === invoice.id);
    const find = (sentence: string): Finding => ({
      invariant: 'what was paid is the sum of the completed receipts',
      sentence,
      proof: [invoice, ...own, ...submits.slice(0, 8)],
    });
    if ((invoice.paid ?? 0) !== sum) {
      return [find(`The invoice ${invoice.id} has ${invoice.paid ?? 0} cents paid, its completed receipts are ${sum} cents.`)];
    }
    const isPaid = sum >= invoice.amount;
    if (isPaid !== (invoice.status === 'PAID')) {
      return [find(`The invoice ${invoice.id} is ${invoice.status}, with ${sum} of ${invoice.amount} cents paid.`)];
    }
    return [];
  });
};

/** Finds receipts that were accepted or recorded for two invoices, and accepted receipts that are not recorded. */
export const receiptInOneInvoice: Check = ({ books, lines }) => {
  const kept = groupBy(books.receipts, ({ receiptId }) => receiptId);
  const submits = callsOf(lines).filter(({ operation, status }) => operation === 'submit' && status === 200);
  const twice = [...kept].filter(([, records]) => records.length > 1);
  return [
    ...twice.map(
      ([id, records]): Finding => ({
        invariant: 'a receipt counts towards at most one invoice',
        sentence: `The receipt ${id} is recorded ${records.length} times.`,
        proof: records,
      }),
    ),
    ...[...groupBy(submits, ({ receipt }) => receipt)].flatMap(([id, accepted]): Finding[] => {
      const [first] = accepted;
      const other = accepted.find(({ invoice }) => invoice !== first?.invoice);
      if (first && other)
        return [
          {
            invariant: 'a receipt counts towards at most one invoice',
            sentence: `The receipt ${id} was accepted for two invoices.`,
            proof: [first, other],
          },
        ];
      const records = kept.get(id) ?? [];
      if (first && !records.some(({ invoice }) => invoice === first.invoice)) {
        return [
          {
            invariant: 'a receipt counts towards at most one invoice',
            sentence: `The receipt ${id} was accepted for ${first.invoice}, and is not recorded there.`,
            proof: [first, ...records],
          },
        ];
      }
      return [];
    }),
  ];
};

/** Finds invoices whose sequence, receipts, expiry and events contradict each other. */
export const sequenceCountsChanges: Check = (evidence) => {
  const { books } = evidence;
  const receipts = groupBy(books.receipts, ({ invoice }) => invoice);
  const events = groupBy(books.events, ({ invoice }) => invoice);
  const versions = versionsOf(evidence);
  return books.invoices.flatMap((invoice): Finding[] => {
    const own = events.get(invoice.id) ?? [];
    const recorded = receipts.get(invoice.id) ?? [];
    const find = (sentence: string): Finding[] => [
      {
        invariant: 'the sequence is the number of changes, each with its event, and event n shows state n',
        sentence,
        proof: [invoice, ...recorded, ...own],
      },
    ];
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

/**
 * Finds clients that saw an invoice return to an earlier status or leave a final one. Uses only responses, not the
 * database.
 */
export const statusOnlyAdvances: Check = ({ lines }) => {
  const seen = callsOf(lines).filter((call) => call.operation !== 'create' && shownBy(call));
  return [...groupBy(seen, (call) => `${call.client} ${shownBy(call)?.id}`).values()].flatMap((calls): Finding[] => {
    for (const later of calls) {
      const after = shownBy(later)?.status ?? '';
      const earlier = calls.find((call) => {
        const before = shownBy(call)?.status ?? '';
        const isFinal = finalStatuses.includes(before);
        return (call.end ?? later.start) < later.start && before !== after && (isFinal || rankOf(before) > rankOf(after));
      });
      if (!earlier) continue;
      const sentence = `Client ${later.client} saw ${later.invoice} as ${shownBy(earlier)?.status} at server ${earlier.server}, and then as ${after} at server ${later.server}.`;
      return [
        {
          invariant: 'a status only advances in the lifecycle, for each client at all servers',
          sentence,
          proof: [earlier, later],
        },
      ];
    }
    return [];
  });
};

function rankOf(status: string): number {
  return ['PENDING', 'UNDER_PAID'].indexOf(status) + (finalStatuses.includes(status) ? 3 : 0);
}

/** Finds invoices that changed after they had reached a final state. */
export const nothingAfterTheEnd: Check = (evidence) => {
  const events = groupBy(evidence.books.events, ({ invoice }) => invoice);
  return [...versionsOf(evidence)].flatMap(([id, states]): Finding[] => {
    const end = states.findIndex(({ status }) => finalStatuses.includes(status));
    if (end < 0 || end === states.length - 1) return [];
    const sentence = `The invoice ${id} was ${states[end]?.status} with change ${end}, and was changed ${states.length - 1 - end} times after it.`;
    return [{ invariant: 'nothing changes an invoice that is final', sentence, proof: events.get(id) ?? [] }];
  });
};
