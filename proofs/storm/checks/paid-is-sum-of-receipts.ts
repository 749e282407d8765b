import type { Check, Finding } from '../evidence.ts';
import { callsOf, groupBy } from './read-calls.ts';

const invariant = 'what was paid is the sum of the completed receipts';

/** Finds invoices whose sum is not that of their receipts, or whose status does not follow from it. */
export const paidIsSumOfReceipts: Check = ({ books, lines }) => {
  const receipts = groupBy(books.receipts, ({ invoice }) => invoice);
  return books.invoices.flatMap((invoice): Finding[] => {
    const own = receipts.get(invoice.id) ?? [];
    const completed = own.filter(({ paymentStatus }) => paymentStatus === 'completed');
    const sum = completed.reduce((total, { amount }) => total + amount, 0);
    const submits = callsOf(lines).filter((call) => call.operation === 'submit' && call.invoice === invoice.id);
    const find = (sentence: string): Finding => ({ invariant, sentence, proof: [invoice, ...own, ...submits.slice(0, 8)] });
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
