import { countOf, countOneMore, countWith, forgetCounts, freeOtherTokens, refuseLast } from '../changes/change-limits.ts';
import { type FaultTable, sharing } from '../fault.ts';

const actions = ['create', 'submit', 'fetch'];

/** Makes the faults that the limit of each operation may have. @param most requests a minute that the contract lets in */
export function limitFaults(action: string, most: number): FaultTable {
  const own = countOf(action);
  return sharing({ breaks: `${action}-rate-limit` })({
    [`${action}-unlimited`]: {
      title: `${action} has no limit`,
      fullSteps: forgetCounts((limit) => limit.endsWith(own)),
    },
    [`${action}-limit-too-low`]: {
      title: `${most - 1} ${action}s a minute are let in`,
      fullSteps: refuseLast(action, most),
    },
    [`${action}-limit-by-token`]: {
      title: `The limit on ${action} counts for each token`,
      fullSteps: freeOtherTokens(action),
    },
    [`${action}-limit-of-all-accounts`]: {
      title: `Another account shares the limit on ${action}`,
      fullSteps: countWith(`other-${own}`, own),
    },
    [`${action}-limit-of-every-operation`]: {
      title: `What counts towards ${action} counts towards the other operations`,
      fullSteps: {
        request(_message, { counted }) {
          if ((counted.get(own)?.length ?? 0) <= 55) return;
          for (const other of actions.filter((one) => one !== action))
            counted.set(countOf(other), Array(600).fill(Number.POSITIVE_INFINITY));
        },
      },
    },
    [`${action}-one-short`]: {
      title: `${action} lets in one request less than it says`,
      fullSteps: countOneMore(() => own),
    },
  });
}
