const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const month = `(?<month>${months.join('|')})`;
const time = '(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})';
const day = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const longDay = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';

/** The three date forms of RFC 9110 §5.6.7, all in GMT. The weekday is not checked, because the date is clear without it. */
const forms = [
  `${day}, (?<date>[0-9]{2}) ${month} (?<year>[0-9]{4}) ${time} GMT`,
  `${longDay}, (?<date>[0-9]{2})-${month}-(?<short>[0-9]{2}) ${time} GMT`,
  `${day} ${month} (?<date>[0-9]{2}| [0-9]) ${time} (?<year>[0-9]{4})`,
].map((form) => new RegExp(`^${form}$`));

/** Reads an HTTP date as milliseconds. Date.parse would accept `1.5`, and read a form without a zone as local time. */
export function readHttpDate(value: string, now = Date.now()): number | undefined {
  const text = withoutSpace(value);
  const found = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (found === undefined) return undefined;
  const { date, year, short, hour, minute, second } = found;
  const at = (inYear: number): number =>
    momentOf(inYear, months.indexOf(found.month ?? ''), Number(date), [hour, minute, second]);
  let moment = at(Number(year));
  if (short !== undefined) {
    const century = Math.floor(new Date(now).getUTCFullYear() / 100) * 100;
    moment = at(century + Number(short));
    // A date more than fifty years ahead belongs to the century before.
    if (moment > new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() + 50)) moment = at(century - 100 + Number(short));
  }
  return Number.isNaN(moment) ? undefined : moment;
}

/** Returns the milliseconds; NaN if the date does not exist. Second 60 counts as the first second of the next minute. */
function momentOf(year: number, inYear: number, date: number, time: (string | undefined)[]): number {
  const [hour = 0, minute = 0, second = 0] = time.map(Number);
  if (hour > 23 || minute > 59 || second > 60) return Number.NaN;
  // Date.UTC would move a year below 100 into the 20th century.
  const moment = new Date(0);
  moment.setUTCFullYear(year, inYear, date);
  if (moment.getUTCMonth() !== inYear || moment.getUTCDate() !== date) return Number.NaN;
  return moment.setUTCHours(hour, minute, second);
}

/**
 * Reads Retry-After and returns the seconds to wait from now; undefined if it is invalid. A fraction, which some servers send,
 * is rounded up, because a client that comes back early is refused again.
 */
export function readRetryAfter(value: string, now = Date.now()): number | undefined {
  const text = withoutSpace(value);
  if (/^[0-9]+(?:\.[0-9]+)?$/.test(text)) return Math.ceil(Number(text));
  const moment = readHttpDate(text, now);
  return moment === undefined ? undefined : Math.max(0, (moment - now) / 1000);
}

/** Removes the spaces and tabs around a value. */
const withoutSpace = (value: string): string => value.replace(/^[ \t]+/, '').replace(/(?<![ \t])[ \t]+$/, '');

/**
 * Reads a time from a JSON body and returns its milliseconds, or NaN. Unlike Date.parse, it accepts second 60 (a leap second) as
 * the first second of the next minute.
 */
export function readTime(value: unknown): number {
  const text = String(value);
  const [all, minute] = /^(\S{1,16}[Tt ]\d\d:\d\d:)60(?!\d)/.exec(text) ?? [];
  return all === undefined ? Date.parse(text) : Date.parse(`${minute}59${text.slice(all.length)}`) + 1000;
}
