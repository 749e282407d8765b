import { entriesOf } from '../reader/json.ts';

/** Lists the keys of an object that are not among those known. */
export function unknownKeys(value: unknown, known: readonly string[]): string[] {
  return entriesOf(value)
    .map(([key]) => key)
    .filter((key) => !known.includes(key));
}
