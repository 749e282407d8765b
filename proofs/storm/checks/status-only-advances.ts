import type { Check, Finding } from '../evidence.ts';
import { callsOf, finalStatuses, groupBy, shownBy } from './read-calls.ts';

const invariant = 'a status only advances in the lifecycle, for each client at all servers';

/** Finds clients that were shown a status, and then one that comes before it or beside it. It believes no book, only responses. */
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
      return [{ invariant, sentence, proof: [earlier, later] }];
    }
    return [];
  });
};

function rankOf(status: string): number {
  return ['PENDING', 'UNDER_PAID'].indexOf(status) + (finalStatuses.includes(status) ? 3 : 0);
}
