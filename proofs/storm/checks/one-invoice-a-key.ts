import type { Check, Finding } from '../evidence.ts';
import { callsOf, groupBy, shownBy } from './read-calls.ts';

const invariant = 'one idempotency key makes one invoice, and has one answer, byte for byte';

/** Finds keys whose creates were answered differently. */
export const oneInvoiceAKey: Check = ({ lines }) => {
  const creates = callsOf(lines).filter(({ operation, status }) => operation === 'create' && status === 200);
  return [...groupBy(creates, ({ key }) => key)].flatMap(([key, answers]): Finding[] => {
    const [first] = answers;
    const other = answers.find(({ body }) => body !== first?.body);
    if (!first || !other) return [];
    const [one, two] = [shownBy(first)?.id, shownBy(other)?.id];
    const what = one === two ? `two answers about ${one}` : `two invoices, ${one} and ${two}`;
    return [{ invariant, sentence: `The key ${key} has ${what}.`, proof: [first, other] }];
  });
};
