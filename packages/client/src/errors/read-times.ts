/** Reads times in headers. A header whose time cannot be read is treated as absent. */

/** The three forms of an HTTP date (RFC 9110 §5.6.7), all in GMT. */
const form =
  /^[ \t]*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:, \d\d \w{3} \d{4} [\d:]{8} GMT| \w{3} [ \d]\d [\d:]{8} \d{4}|(?:s|nes|rs|ur)?day, \d\d-\w{3}-\d\d [\d:]{8} GMT)[ \t]*$/;

/**
 * Reads an HTTP date. Ignores the day of the week, which the rest of the date determines. A two-digit year is read as a year
 * between 50 years ago and 49 years ahead.
 */
export function readHttpDate(text: string): Date | undefined {
  if (!form.test(text)) return undefined;
  let [, day, month, year, time, zone] = text.trim().split(/[ ,-]+/) as [string, string, string, string, string, string?];
  // The asctime form has no time zone, and the year is at its end.
  if (!zone) [day, month, year, time] = [month, day, time, year];
  const lastYear = new Date().getUTCFullYear() + 49;
  const fullYear = year.length > 2 ? year : lastYear - ((lastYear - +year) % 100);
  // Second 60 is a leap second. It is read as second 59, because Date does not know leap seconds.
  const date = `${day} ${month} ${fullYear} ${time} GMT`.replace(':60 ', ':59 ');
  const found = new Date(date);
  // Date also accepts dates that do not exist: it reads 30 February as 2 March.
  return found.toUTCString().endsWith(date) ? found : undefined;
}

/**
 * Reads how many seconds the service asks to wait, from `Retry-After` in seconds or as an HTTP date (RFC 9110 §10.2.3). Decimals
 * are rounded up, because a client that comes too early is refused again. A date is compared with the response's `Date`, if it
 * has one, so that a wrong clock does no harm.
 */
export function readRetryAfter(headers: Pick<Headers, 'get'> | undefined): number | undefined {
  const value = headers?.get('retry-after') ?? '';
  // Date.parse would read "1.5" and "-5" as dates long ago, and the client would not wait at all.
  if (/^[ \t]*\d+(\.\d+)?[ \t]*$/.test(value)) return Math.ceil(+value);
  const date = readHttpDate(value);
  const sentAt = readHttpDate(headers?.get('date') ?? '') ?? new Date();
  return date && Math.max(0, Math.ceil((+date - +sentAt) / 1000));
}

/** Matches the parameters of a structured field (RFC 9651 §3.1.2). Their values are not used. */
const parameters =
  /^(?:; *[a-z*][a-z\d_.*-]*(?:=(?:-?\d{1,12}\.\d{1,3}|@?-?\d{1,15}|%?"(?:[ !#-[\]-~]|\\["\\])*"|[A-Za-z*][\w!#$%&'*+.^`|~:/-]*|:[A-Za-z\d+/=]*:|\?[01]))?)* *$/;

/** Reads `Deprecation`, a structured-field date: seconds since 1970 after an `@` (RFC 9745 §2.1). */
export function readDeprecation(value: string): Date | undefined {
  const [whole = '', seconds] = /^ *@(-?\d{1,15})/.exec(value) ?? [];
  const date = new Date(Number(seconds) * 1000);
  return parameters.test(value.slice(whole.length)) && !Number.isNaN(date.getTime()) ? date : undefined;
}
