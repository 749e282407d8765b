import type { Check, Finding } from '../evidence.ts';
import { callsOf, groupBy } from './read-calls.ts';

const invariant = 'a receipt counts towards at most one invoice';

/** Finds receipts that were accepted, or recorded, for two invoices, and accepted ones that are recorded for none. */
export const receiptInOneInvoice: Check = ({ books, lines }) => {
  const kept = groupBy(books.receipts, ({ receiptId }) => receiptId);
  const submits = callsOf(lines).filter(({ operation, status }) => operation === 'submit' && status === 200);
  const twice = [...kept].filter(([, records]) => records.length > 1);
  return [
    ...twice.map(
      ([id, records]): Finding => ({
        invariant,
        sentence: `The receipt ${id} is recorded ${records.length} times.`,
        proof: records,
      }),
    ),
    ...[...groupBy(submits, ({ receipt }) => receipt)].flatMap(([id, accepted]): Finding[] => {
      const [first] = accepted;
      const other = accepted.find(({ invoice }) => invoice !== first?.invoice);
      if (first && other)
        return [{ invariant, sentence: `The receipt ${id} was accepted for two invoices.`, proof: [first, other] }];
      const records = kept.get(id) ?? [];
      if (first && !records.some(({ invoice }) => invoice === first.invoice)) {
        return [
          {
            invariant,
            sentence: `The receipt ${id} was accepted for ${first.invoice}, and is not recorded there.`,
            proof: [first, ...records],
          },
        ];
      }
      return [];
    }),
  ];
};
