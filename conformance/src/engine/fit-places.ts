import type { Exchange } from '../http/exchange.ts';
import type { Places } from '../places/places.ts';

/** Cases at once: on any deployment, and at most on one that is slow because it is far away. */
export const usualPlaces = 4;
export const mostPlaces = 32;

/** Milliseconds: a deployment that responds sooner is kept busy by the usual number. */
const far = 30;

/** Exchanges by which a number is judged, for each place. */
const sample = 2;

/**
 * Returns a function that takes each exchange and fits the number of places: more as long as a deployment takes no longer
 * for it, fewer again where it does. One that is slow because it has much to do is asked no more than usual.
 * @param alone milliseconds that the deployment took for a request when nothing else was asked of it
 */
export function fitPlaces(places: Places, alone: number): (exchange: Exchange) => void {
  let [count, best] = [usualPlaces, alone];
  let times: number[] = [];
  return ({ milliseconds }) => {
    times.push(milliseconds);
    if (times.length < count * sample) return;
    const median = times.sort((one, other) => one - other)[times.length >> 1] as number;
    times = [];
    best = Math.min(best, median);
    if (median > 2 * best) count = Math.max(usualPlaces, Math.floor(count * 0.75));
    else if (median >= far && median <= 1.5 * best) count = Math.min(mostPlaces, Math.ceil(count * 1.5));
    places.resize(count);
  };
}

/** Says how many cases will be under way at once, mostly, where a deployment takes so long. */
export const placesFor = (milliseconds: number): number => (milliseconds >= far ? mostPlaces : usualPlaces);
