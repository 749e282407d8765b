import type { Check, Finding } from '../evidence.ts';
import { finalStatuses, groupBy, versionsOf } from './read-calls.ts';

const invariant = 'nothing changes an invoice that is final';

/** Finds invoices that went on after a final state. */
export const nothingAfterTheEnd: Check = (evidence) => {
  const events = groupBy(evidence.books.events, ({ invoice }) => invoice);
  return [...versionsOf(evidence)].flatMap(([id, states]): Finding[] => {
    const end = states.findIndex(({ status }) => finalStatuses.includes(status));
    if (end < 0 || end === states.length - 1) return [];
    const sentence = `The invoice ${id} was ${states[end]?.status} with change ${end}, and was changed ${states.length - 1 - end} times after it.`;
    return [{ invariant, sentence, proof: events.get(id) ?? [] }];
  });
};
