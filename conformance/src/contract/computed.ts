import { readTime } from '../text/read-time.ts';
import { isObject } from './follow-reference.ts';

/** How a field of a response follows from other fields of the same object (`x-computed`). */
export interface Computed {
  as: 'sum' | 'product' | 'count' | 'text' | 'time';
  /** Paths of the other fields. `lines/price` is the price of each line. */
  of: string[];
  /** The text that the server puts between the parts, if `as` is `text`. Default: none. */
  between?: string;
  /** Number of seconds that each unit of an added number stands for, such as 60 for minutes. Default: 1. */
  seconds?: number;
}

/** Returns the correct value of a field if its value is wrong. Returns undefined if it is right or cannot be computed. */
export function miscomputed({ as, of, between = '', seconds = 1 }: Computed, value: unknown, object: object): unknown {
  const parts = of.flatMap((path) => valuesAt(object, path.split('/')));
  if (as === 'count') return Array.isArray(parts[0]) && parts[0].length !== value ? parts[0].length : undefined;
  if (value === null || parts.some((one) => (one ?? null) === null)) return undefined;
  if (as === 'text') return parts.join(between) === value ? undefined : parts.join(between);
  const [first = 0, ...others] = parts.map((one) => (typeof one === 'string' ? readTime(one) : Number(one)));
  if (as === 'time') {
    const time = first + others.reduce((sum, one) => sum + one * seconds * 1000, 0);
    // A deployment may drop the fraction of a second.
    return Math.abs(readTime(String(value)) - time) < 1000 ? undefined : new Date(time).toISOString();
  }
  const expected = others.reduce((one, other) => (as === 'sum' ? one + other : one * other), first);
  return Math.abs(expected - Number(value)) < 0.005 ? undefined : expected;
}

/** Returns the values at a path. A path through an array continues in each of its items. */
function valuesAt(value: unknown, [name, ...rest]: string[]): unknown[] {
  if (name === undefined) return [value];
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, [name, ...rest]));
  return valuesAt(isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined, rest);
}
