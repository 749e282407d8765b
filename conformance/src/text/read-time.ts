const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const month = `(?<month>${months.join('|')})`;
const time = '(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})';
const day = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const longDay = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';

/** The three date formats of RFC 9110 §5.6.7, all in GMT. The day of the week need not be the right one. */
const forms = [
  `${day}, (?<date>[0-9]{2}) ${month} (?<year>[0-9]{4}) ${time} GMT`,
  `${longDay}, (?<date>[0-9]{2})-${month}-(?<short>[0-9]{2}) ${time} GMT`,
  `${day} ${month} (?<date>[0-9]{2}| [0-9]) ${time} (?<year>[0-9]{4})`,
].map((form) => new RegExp(`^${form}$`));

/**
 * Parses an HTTP date, and returns Unix time in milliseconds. Does not use Date.parse, which would accept `1.5`, and read a date
 * without a zone as local time.
 */
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
    // A date with a two-digit year that would be more than fifty years in the future is in the previous century.
    if (moment > new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() + 50)) moment = at(century - 100 + Number(short));
  }
  return Number.isNaN(moment) ? undefined : moment;
}

/** Returns Unix time in milliseconds, or NaN if the date does not exist. A leap second is the first second of the next minute. */
function momentOf(year: number, inYear: number, date: number, time: (string | undefined)[]): number {
  const [hour = 0, minute = 0, second = 0] = time.map(Number);
  if (hour > 23 || minute > 59 || second > 60) return Number.NaN;
  // Date.UTC is not used, because it would interpret a year below 100 as one in the 20th century.
  const moment = new Date(0);
  moment.setUTCFullYear(year, inYear, date);
  if (moment.getUTCMonth() !== inYear || moment.getUTCDate() !== date) return Number.NaN;
  return moment.setUTCHours(hour, minute, second);
}

/** Parses a Retry-After header, and returns the seconds to wait. Rounds up the fraction that some servers send. */
export function readRetryAfter(value: string, now = Date.now()): number | undefined {
  const text = withoutSpace(value);
  if (/^[0-9]+(?:\.[0-9]+)?$/.test(text)) return Math.ceil(Number(text));
  const moment = readHttpDate(text, now);
  return moment === undefined ? undefined : Math.max(0, (moment - now) / 1000);
}

const withoutSpace = (value: string): string => value.replace(/^[ \t]+/, '').replace(/(?<![ \t])[ \t]+$/, '');

/** Parses a time in a JSON body, and returns Unix time in milliseconds, or NaN. Unlike Date.parse, it accepts a leap second. */
export function readTime(value: unknown): number {
  const text = String(value);
  const [all, minute] = /^(\S{1,16}[Tt ]\d\d:\d\d:)60(?!\d)/.exec(text) ?? [];
  return all === undefined ? Date.parse(text) : Date.parse(`${minute}59${text.slice(all.length)}`) + 1000;
}
