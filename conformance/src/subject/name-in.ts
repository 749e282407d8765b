import { valueIn } from '../contract/follow-path.ts';
import type { Origin } from '../contract/plain/facts.ts';
import { type Exchange, isSuccess, responseHeader, responseJson } from '../http/exchange.ts';
import { attempt } from '../text/attempt.ts';
import type { Inputs } from './request-for.ts';

export interface Call {
  values: Inputs;
  exchange: Exchange;
  /** The last exchange that read the process which the call started. Absent if the document has no `x-ends` for the call. */
  end?: Exchange;
}

/** Extracts from a call the value that an origin describes. Returns undefined if the call does not contain it. */
export function nameIn(
  { values, exchange: { answer: response }, end }: Call,
  { path, place, before = 0, chosen, isNumber }: Origin,
): unknown {
  const isRedirect = place !== undefined && response && response.status >= 300 && response.status < 400;
  if (!response || !(isSuccess(response) || isRedirect)) return undefined;
  if (chosen !== undefined) return values[chosen];
  const isInHeader = path.length === 0 && place !== undefined;
  const inBody = [response, end?.answer].flatMap((one) => (one && valueIn(responseJson(one), path)) ?? []);
  const value = isInHeader ? responseHeader(response, 'location') : inBody[0];
  if (place !== undefined) {
    const text = lastPart(String(value ?? ''), place, before);
    return isNumber && /^-?\d+$/.test(text ?? '') ? Number(text) : text;
  }
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** If the end of a URL or name matches the template, returns a segment near that end. Otherwise returns undefined. */
function lastPart(url: string, template: string, before: number): string | undefined {
  const texts = url
    .replace(/[?#].*$/s, '')
    .replace(/\/$/, '')
    .split('/');
  const whole = template.split('/').slice(1);
  // A name such as shelves/fiction matches only the last segments of the template.
  const parts = whole.slice(-Math.max(2, texts.length));
  const ends = texts.slice(-parts.length);
  const isAlike = ends.length === parts.length && parts.every((part, at) => part.includes('{') || part === ends[at]);
  return isAlike ? attempt(() => decodeURIComponent(ends.at(-1 - before) as string)) || undefined : undefined;
}
