import { type Exchange, hasSucceeded } from '../http/exchange.ts';
import type { Places } from '../places/places.ts';

/** Number of cases that run at once: usually, and at most for a deployment that is slow because it is far away. */
export const usualPlaces = 4;
export const mostPlaces = 32;

/** Response time in milliseconds from which a deployment counts as far away. The usual places keep a faster one busy. */
const far = 30;

/** Number of exchanges, for each place, after which the number of places is adjusted. */
const sample = 2;

/**
 * Returns a function that takes each exchange and adjusts the number of places: more while response times stay the same, fewer
 * when they grow. After any quick success, a slow deployment counts as busy rather than far away, and gets no more than the usual
 * number. Only a success counts: a refusal may come from a gateway nearby, and the suite itself ends some requests.
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
