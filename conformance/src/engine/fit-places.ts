import { type Exchange, hasSucceeded } from '../http/exchange.ts';
import type { Places } from '../places/places.ts';
import { askAgain } from '../subject/find-changed.ts';
import type { Subject } from '../subject/subject.ts';

/** Usual number of concurrent cases. The next constant is the maximum, for a deployment that is slow because it is far away. */
export const usualPlaces = 4;
export const mostPlaces = 64;
/** A deployment that takes this many milliseconds or more to respond is far away. For a faster one, usualPlaces is enough. */
const far = 30;

/** The number of places is adjusted after this many exchanges per place. */
const sample = 2;

/**
 * Returns a function that must be called with each exchange, and that adjusts the number of places. The number grows while
 * response times stay the same, and shrinks when responses become slower. If any successful request was quick, the deployment
 * is not far away, and gets the usual number. Only successful requests show this, because a refusal may come from a gateway
 * nearby, and the suite itself cuts some requests off.
 * @param alone milliseconds that the deployment took for a single request without any other load
 */
export function fitPlaces(places: Places, alone: number): (exchange: Exchange) => void {
  let [count, best, quickest] = [usualPlaces, alone, alone];
  let times: number[] = [];
  return (exchange) => {
    const { milliseconds } = exchange;
    times.push(milliseconds);
    if (hasSucceeded(exchange)) quickest = Math.min(quickest, milliseconds);
    if (times.length < count * sample) return;
    const median = times.sort((one, other) => one - other)[times.length >> 1] as number;
    times = [];
    best = Math.min(best, median);
    if (quickest < far) count = usualPlaces;
    else if (median > 2 * best) count = Math.max(usualPlaces, Math.floor(count * 0.75));
    else if (median <= 1.5 * best) count = Math.min(mostPlaces, Math.ceil(count * 1.5));
    places.resize(count);
  };
}

/** Returns the number of cases that usually run concurrently against a deployment with this response time. */
export const placesFor = (milliseconds: number): number => (milliseconds >= far ? mostPlaces : usualPlaces);

/**
 * Asks the deployment once more if its first response was slow, because a server that has just started may be slow only once.
 * Returns the second exchange; undefined if it was not needed or could not be made.
 */
export async function askAgainIfSlow(subject: Subject, baseline: Exchange): Promise<Exchange | undefined> {
  return baseline.milliseconds < far ? undefined : askAgain(subject, baseline).catch(() => undefined);
}

/** Returns the deployment's response time: the shorter time if both exchanges succeeded, otherwise the time of the first. */
export const latencyOf = (first: Exchange, again: Exchange | undefined): number =>
  again && hasSucceeded(again) ? Math.min(first.milliseconds, again.milliseconds) : first.milliseconds;
