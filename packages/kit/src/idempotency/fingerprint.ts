import { hash } from 'node:crypto';

/** Computes the SHA-256 of a JSON value: white space, the order of properties and the spelling of numbers do not count (D-20). */
export function fingerprint(value: unknown): Buffer {
  return hash('sha256', write(value), 'buffer');
}

/** Writes JSON with the properties of each object in order of their names, so that equal values are equal texts. */
function write(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  const properties = value as Record<string, unknown>;
  let text = '';
  for (const name of sort(Object.keys(properties)))
    text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${write(properties[name])}`;
  return text === '' ? '{}' : `${text}}`;
}

/** Sorts names as an object would keep them: whole numbers come first. Fingerprints of a day ago are compared with these. */
function sort(names: string[]): string[] {
  names.sort();
  return names.some((name) => /^\d/.test(name)) ? Object.keys(Object.fromEntries(names.map((name) => [name, 0]))) : names;
}

/** Reads the key in the header Idempotency-Key, which may stand in double quotes. The contract's pattern has checked it. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  return header === undefined ? undefined : (/^"(.+)"$/.exec(header)?.[1] ?? header);
}
