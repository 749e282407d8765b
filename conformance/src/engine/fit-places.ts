import { type Exchange, hasSucceeded } from '../http/exchange.ts';
import type { Places } from '../places/places.ts';

/** How many cases run at once: usually, and at most if the deployment is slow because it is far away. */
export const usualPlaces = 4;
export const mostPlaces = 32;

/**
 * Response time in milliseconds from which a deployment counts as far away. A faster one is kept busy by the usual number of
 * cases.
 */
const far = 30;

/** How many exchanges per place pass before the number of places is adjusted. */
const sample = 2;

/**
 * Returns a function that takes each exchange and adjusts the number of places: more while response times stay the same, fewer
 * when they grow. A deployment that is slow because it is busy gets no more than the usual number. It is taken for busy, and not
 * for far away, once any success came quickly. A refusal may come from a gateway nearby, and a request that the suite itself ends
 * takes no time.
 * @param alone milliseconds that the deployment took for a single request with no other load
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

/** Returns how many cases usually run at once on a deployment with this response time. */
export const placesFor = (milliseconds: number): number => (milliseconds >= far ? mostPlaces : usualPlaces);
