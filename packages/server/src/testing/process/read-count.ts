import { UsageError } from '../../commands/usage-error.ts';

/** Reads an option that is a count from 1 to `most`. @throws UsageError */
export function readCount(name: string, text: string, most: number): number {
  if (/^[1-9]\d{0,8}$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageError(`${name} is ${JSON.stringify(text)}: it must be a whole number from 1 to ${most}.`);
}
