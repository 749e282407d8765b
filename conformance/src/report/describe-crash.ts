import type { Exchange } from '../http/exchange.ts';
import type { Recorded } from '../wire/recorder.ts';
import type { Crash } from './report.ts';

/** Maximum number of requests before the end that are shown: as many as run at once, and a few more. */
const shown = 6;

/**
 * Describes how a deployment stopped responding: the requests at the end of the record that got no response, of which some were
 * refused a connection. Undefined where the record does not end that way.
 */
export function describeCrash(recorded: readonly Recorded[]): Crash | undefined {
  const sent = recorded.flatMap(({ scope, exchange }) => (exchange ? [{ case: scope, exchange }] : []));
  const answered = sent.filter(({ exchange }) => exchange.answer !== undefined);
  const lastResponse = answered.reduce((latest, { exchange }) => Math.max(latest, endOf(exchange)), 0);
  const silent = sent.filter(({ exchange }) => exchange.answer === undefined && endOf(exchange) >= lastResponse);
  const refused = silent.find(({ exchange }) => exchange.failure?.includes('refused'));
  if (answered.length === 0 || refused === undefined || silent.length < 3) return undefined;
  // Shows the requests in flight at the first failure. The one that caused the crash may end later, because a request whose
  // connection was cut is sent again.
  const end = silent.reduce((earliest, { exchange }) => Math.min(earliest, endOf(exchange)), Number.POSITIVE_INFINITY);
  const underWay = silent.filter(({ exchange }) => startOf(exchange) <= end).slice(0, shown);
  const before = answered
    .sort((one, other) => endOf(one.exchange) - endOf(other.exchange))
    .slice(-Math.max(1, shown - underWay.length));
  return { failure: refused.exchange.failure ?? '', unanswered: silent.length, before: [...before, ...underWay] };
}

const startOf = ({ startedAt }: Exchange): number => Date.parse(startedAt);
const endOf = (exchange: Exchange): number => startOf(exchange) + exchange.milliseconds;
