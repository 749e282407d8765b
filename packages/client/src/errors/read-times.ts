/** Reads times in headers. One that cannot be read counts as not sent. */

/** The three forms of an HTTP date (RFC 9110 §5.6.7), all in GMT. */
const forms = [
  /^[ \t]*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT[ \t]*$/,
  /^[ \t]*(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT[ \t]*$/,
  /^[ \t]*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})[ \t]*$/,
];

/**
 * Reads an HTTP date, in milliseconds since 1970. The day of the week is not compared: the date is plain without it.
 * A year of two digits is one of this century, or of the one before where it would be more than 50 years ahead of `now`.
 */
export function readHttpDate(text: string, now: number = Date.now()): number | undefined {
  const { day, month, year = '', time = '' } = forms.map((form) => form.exec(text)?.groups).find((found) => found) ?? {};
  const [hour = 24, minute = 60, second = 61] = time.split(':').map(Number);
  const index = 'JanFebMarAprMayJunJulAugSepOctNovDec'.indexOf(month ?? '?') / 3;
  const at = (fullYear: number): number | undefined => {
    const date = new Date(0);
    // Not Date.UTC, which takes the year 26 for 1926.
    date.setUTCFullYear(fullYear, index, Number(day));
    const isDay = date.getUTCMonth() === index && date.getUTCDate() === Number(day);
    // Second 60 is a leap second: the first of the next minute.
    return isDay && hour < 24 && minute < 60 && second < 61 ? date.setUTCHours(hour, minute, second) : undefined;
  };
  if (year.length > 2) return at(Number(year));
  const today = new Date(now);
  const inCentury = today.getUTCFullYear() - (today.getUTCFullYear() % 100) + Number(year);
  const found = at(inCentury);
  return (found ?? 0) > today.setUTCFullYear(today.getUTCFullYear() + 50) ? at(inCentury - 100) : found;
}

/**
 * Reads how many seconds the service asks to wait, from `Retry-After` as seconds or as an HTTP date (RFC 9110 §10.2.3).
 * Decimals, which some services send, are rounded up: a client that comes back early is refused again.
 * A date counts from the response's own `Date`, so that a wrong clock on either side does no harm; from `now` where it has none.
 */
export function readRetryAfter(headers: Pick<Headers, 'get'> | undefined, now: number = Date.now()): number | undefined {
  const value = headers?.get('retry-after') ?? '';
  // Date.parse would read "1.5" and "-5" as dates of long ago: to wait 0 s, where the service asked for a pause.
  const seconds = /^[ \t]*(\d+(?:\.\d+)?)[ \t]*$/.exec(value)?.[1];
  if (seconds) return Math.ceil(Number(seconds));
  const date = readHttpDate(value, now);
  if (date === undefined) return undefined;
  const sentAt = readHttpDate(headers?.get('date') ?? '', now) ?? now;
  return Math.max(0, Math.ceil((date - sentAt) / 1000));
}

/** A parameter of a structured field (RFC 9651 §3.1.2), whatever its value means. */
const parameters =
  /^(?:; *[a-z*][a-z\d_.*-]*(?:=(?:-?\d{1,12}\.\d{1,3}|@?-?\d{1,15}|%?"(?:[ !#-[\]-~]|\\["\\])*"|[A-Za-z*][\w!#$%&'*+.^`|~:/-]*|:[A-Za-z\d+/=]*:|\?[01]))?)* *$/;

/** Reads `Deprecation`: a date of structured fields, seconds since 1970 after an `@` (RFC 9745 §2.1). */
export function readDeprecation(value: string): Date | undefined {
  const [whole = '', seconds] = /^ *@(-?\d{1,15})/.exec(value) ?? [];
  const date = new Date(Number(seconds) * 1000);
  return parameters.test(value.slice(whole.length)) && !Number.isNaN(date.getTime()) ? date : undefined;
}
