import { actionOf, headerOf } from '../../servers/full/message.ts';
import { countOf, countOneMore, countWith, forgetCounts, freeOtherTokens, refuseLast } from '../changes/change-limits.ts';
import { type FaultTable, sharing } from '../fault.ts';

const actions = ['create', 'submit', 'fetch'];

/** Makes the faults of a limit that holds only for a time, or only for some requests. */
const limitedOnce = (action: string, own: string): FaultTable =>
  sharing({ breaks: `${action}-rate-limit` })({
    [`${action}-limited-once`]: {
      title: `An account that was over the limit on ${action} once is never limited again`,
      fullSteps: () => {
        let until = Number.POSITIVE_INFINITY;
        return {
          request(_message, { counted, limited, now }) {
            if (!limited) until = Number.POSITIVE_INFINITY;
            else if (now() > until) for (const limit of counted.keys()) if (limit.startsWith(own)) counted.delete(limit);
          },
          reply({ status }, message, { now }) {
            if (status === 429 && actionOf(message) === action) until = Math.min(until, now() + 60_000);
          },
        };
      },
    },
    [`${action}-limited-for-one-account`]: {
      title: `Another account has no limit on ${action}`,
      features: ['rate-limits', 'ownership'],
      fullSteps: forgetCounts((limit) => limit === `other-${own}`),
    },
  });

/** Makes the faults that each operation's limit may have. @param most requests in a minute that the contract lets in */
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
    [`${action}-limit-by-narrow-token`]: {
      title: `A token that may only ${action} has a limit of its own`,
      features: ['rate-limits', 'scopes'],
      fullSteps: {
        request(message, { counted, tokens }) {
          if (tokens.get((headerOf(message, 'authorization') ?? '').replace('Bearer ', ''))?.scopes.length === 1)
            counted.delete(own);
        },
      },
    },
    // A run reaches a limit of hundreds only once.
    ...(most > 100 ? {} : limitedOnce(action, own)),
    [`${action}-one-short`]: {
      title: `${action} lets in one request less than it says`,
      fullSteps: countOneMore(() => own),
    },
  });
}
