type Units = Readonly<Record<string, number>>;
const seconds: Units = { s: 1, second: 1, min: 60, minute: 60, h: 3600, hour: 3600, day: 86_400, week: 604_800 };
const bytes: Units = { byte: 1, kB: 1000, KB: 1000, KiB: 1024, MB: 1_000_000, MiB: 1_048_576 };
const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** An amount that a text states: the words that state it, and its value as a number of seconds, bytes or attempts. */
export interface Amount {
  words: string;
  value: number;
}

/** Lists the durations that a text states in digits, such as `24 hours`. */
export function readDurations(text: string): Amount[] {
  return readUnits(text, seconds);
}

/** Lists the sizes that a text states in digits, such as `64 KiB`. */
export function readSizes(text: string): Amount[] {
  return readUnits(text, bytes);
}

/** Lists the periods of rate limits that a text mentions, such as the minute in `60 invoices a minute`. */
export function readWindows(text: string): Amount[] {
  return Array.from(text.matchAll(/\ban? (second|minute|hour|day|week)\b/g), ([words, unit = '']) => ({
    words,
    value: seconds[unit] ?? Number.NaN,
  }));
}

/** Lists the numbers of attempts that a text states. */
export function readAttempts(text: string): Amount[] {
  return Array.from(text.matchAll(/\b(\d+|[a-z]+) (?:attempts|times)\b/gi), ([words, number = '']) => {
    const index = numbers.indexOf(number.toLowerCase());
    return { words, value: index < 0 ? Number(number) : index };
  }).filter(({ value }) => !Number.isNaN(value));
}

function readUnits(text: string, units: Units): Amount[] {
  const names = Object.keys(units).join('|');
  const stated = new RegExp(`\\b(\\d+(?:\\.\\d+)?)[ -](${names})s?\\b`, 'g');
  return Array.from(text.matchAll(stated), ([words, number, unit = '']) => ({
    words,
    value: Number(number) * (units[unit] ?? 1),
  }));
}

/** Returns the number of seconds or bytes in the unit at the start of a text; 1 if there is no unit. */
export function readUnit(text: string): number {
  const [, name = ''] = /^[ -]([A-Za-z]+?)s?\b/.exec(text) ?? [];
  return seconds[name] ?? bytes[name] ?? 1;
}
