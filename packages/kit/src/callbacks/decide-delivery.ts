import { delivery } from '@payment-invoice/generated';
import type { AttemptResult } from './callback-sender.ts';
import type { DeliveryDecision } from './outbox.ts';

/** The delays between the end of an attempt and the next attempt, in milliseconds (D-21, after Standard Webhooks). */
export const retryDelays: readonly number[] = delivery.delays.map((seconds) => seconds * 1000);
/** The largest fraction by which a delay is randomly changed, to spread the retries of callbacks that failed together. */
const { jitter } = delivery;
/** The longest Retry-After that is respected, in milliseconds. */
const longestRetryAfter = delivery.longestRetryAfter * 1000;

/**
 * Decides, after an attempt, whether the event has been delivered, is retried or is abandoned.
 * @param attempt 1 for the first attempt
 * @param now the time at which the attempt ended, in milliseconds since 1970
 * @param random a number, at least 0 and less than 1, for the jitter
 */
export function decideDelivery(result: AttemptResult, attempt: number, now: number, random: number): DeliveryDecision {
  if (result.kind === 'blocked') return { kind: 'dead', reason: result.reason };
  const reason = result.kind === 'responded' ? `status ${result.status}` : result.reason;
  if (result.kind === 'responded') {
    if (result.status >= 200 && result.status < 300) return { kind: 'delivered' };
    if (result.status === 410) return { kind: 'gone', reason };
  }
  const delay = retryDelays[attempt - 1];
  if (delay === undefined) return { kind: 'dead', reason };
  const jittered = Math.round(delay * (1 + jitter * (2 * random - 1)));
  const retryAfter = result.kind === 'responded' ? result.retryAfter : undefined;
  const asked = Math.min(readRetryAfter(retryAfter ?? '', now) ?? 0, longestRetryAfter);
  return { kind: 'retry', at: now + Math.max(jittered, Math.round(asked * (1 + jitter * random))), reason };
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The three forms of a date in RFC 9110 §5.6.7: IMF-fixdate, rfc850-date and asctime-date. They are case-sensitive. */
const dateForms: readonly RegExp[] = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/,
];

/**
 * Reads a Retry-After header (RFC 9110 §10.2.3), a number of seconds or a date. Returns the milliseconds to wait; undefined for
 * an invalid value. Decimals are rounded up, because a request that comes too early is refused again.
 */
export function readRetryAfter(text: string, now: number): number | undefined {
  const value = withoutSpaces(text);
  if (/^\d+(?:\.\d+)?$/.test(value)) return Math.ceil(Number(value)) * 1000;
  const date = readHttpDate(value, now);
  return date === undefined ? undefined : Math.max(date - now, 0);
}

/** Reads an HTTP date, which is in GMT, as milliseconds since 1970. Ignores the day of the week. */
export function readHttpDate(text: string, now: number): number | undefined {
  const value = withoutSpaces(text);
  for (const form of dateForms) {
    const parts = form.exec(value)?.groups;
    if (!parts) continue;
    const { day = '', month = '', year = '', time = '' } = parts;
    const [hours, minutes, seconds] = time.split(':').map(Number) as [number, number, number];
    // Second 60 is a leap second. It is read as the first second of the next minute.
    if (hours > 23 || minutes > 59 || seconds > 60) return undefined;
    const at = (fullYear: number) => {
      const date = new Date(0);
      date.setUTCFullYear(fullYear, months.indexOf(month), Number(day));
      const isReal = months.includes(month) && date.getUTCDate() === Number(day);
      return isReal ? date.setUTCHours(hours, minutes, seconds) : undefined;
    };
    if (year.length === 4) return at(Number(year));
    // A two-digit year belongs to this century or, if that would be more than 50 years ahead, to the century before.
    const today = new Date(now);
    const nearest = today.getUTCFullYear() - (today.getUTCFullYear() % 100) + Number(year);
    const found = at(nearest);
    return (found ?? 0) > today.setUTCFullYear(today.getUTCFullYear() + 50) ? at(nearest - 100) : found;
  }
  return undefined;
}

/** Removes spaces and tabs, but no other white space, from both ends of a header's value. */
function withoutSpaces(text: string): string {
  const isSpace = (at: number) => text[at] === ' ' || text[at] === '\t';
  let [start, end] = [0, text.length];
  while (start < end && isSpace(start)) start += 1;
  while (end > start && isSpace(end - 1)) end -= 1;
  return text.slice(start, end);
}
