import type { Call, Check, Finding } from '../evidence.ts';
import { callsOf, groupBy } from './read-calls.ts';

/** Milliseconds per rate-limit window. */
const windowLength = 60_000;

/**
 * Finds invoices for which more submissions were accepted than the limit allows. After a crash of the database, more submissions
 * may be accepted, because a crash resets the counters.
 */
export const holdRates: Check = ({ lines, rules }) => {
  const crashes = lines.filter((line) => line.kind === 'fault').filter(({ fault }) => fault === 'crash-database');
  const submits = callsOf(lines).filter((call) => call.operation === 'submit' && isTaken(call));
  return [...groupBy(submits, ({ invoice }) => invoice)].flatMap(([id, taken]): Finding[] => {
    const from = Math.min(...taken.map(({ start }) => start));
    const to = Math.max(...taken.map(({ end }) => end ?? 0));
    const forgotten = crashes.filter((crash) => crash.end >= from && crash.start <= to).length;
    const windows = forgotten + Math.ceil((to - from) / windowLength);
    const most = rules.submitsPerInvoice * windows;
    if (taken.length <= most) return [];
    const servers = new Set(taken.map(({ server }) => server)).size;
    const sentence = `The invoice ${id} took ${taken.length} submits at ${servers} servers, where ${most} are allowed.`;
    return [{ invariant: 'a rate limit holds over all servers together', sentence, proof: taken.slice(0, most + 1) }];
  });
};

/**
 * Returns whether a submission was let through: it got a response, and was not refused because of its token, the rate limit or an
 * outage.
 */
function isTaken({ status }: Call): boolean {
  return status !== null && ![401, 403, 429, 503].includes(status);
}

/** Finds requests that were accepted although their token had been revoked before they were sent. */
export const refuseRevokedTokens: Check = ({ lines }) => {
  const calls = callsOf(lines);
  return lines
    .filter((line) => line.kind === 'revocation')
    .flatMap((revocation) =>
      calls
        .filter(({ token, start, status }) => token === revocation.token && start > revocation.end && isLetIn(status))
        .map((call): Finding => {
          const late = Math.round(call.start - revocation.end);
          const sentence = `Server ${call.server} let in the token ${call.token} ${late} ms after the response to its revocation.`;
          return {
            invariant: 'a revoked token is refused at every server after the response to its revocation',
            sentence,
            proof: [revocation, call],
          };
        }),
    );
};

function isLetIn(status: number | null): boolean {
  return status !== null && ![401, 429, 503].includes(status);
}
