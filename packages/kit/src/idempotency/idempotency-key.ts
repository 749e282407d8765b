import { hash } from 'node:crypto';
import { keptSeconds } from '@payment-invoice/generated';

/**
 * Computes the SHA-256 of a JSON value. White space, the order of properties and the spelling of numbers do not affect it (D-20).
 */
export function fingerprint(value: unknown): Buffer {
  return hash('sha256', write(value), 'buffer');
}

/** Writes JSON with each object's properties sorted by name, so that equal values give equal texts. */
function write(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  const properties = value as Record<string, unknown>;
  let text = '';
  for (const name of sort(Object.keys(properties)))
    text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${write(properties[name])}`;
  return text === '' ? '{}' : `${text}}`;
}

/**
 * Sorts names in the order of an object's properties, which puts whole numbers first: the fingerprints stored in the
 * past day were made in that order.
 */
function sort(names: string[]): string[] {
  names.sort();
  return names.some((name) => /^\d/.test(name)) ? Object.keys(Object.fromEntries(names.map((name) => [name, 0]))) : names;
}

/** Reads the key from the header Idempotency-Key, which may be in double quotes. The contract's pattern has been checked. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  return header === undefined ? undefined : (/^"(.+)"$/.exec(header)?.[1] ?? header);
}

/** The claim of a create that may be sent again (D-20). It belongs to the invoice's account. */
export interface IdempotencyClaim {
  operation: string;
  key: string;
  /** The fingerprint of the request's body, which is the same for equal bodies. */
  fingerprint: Buffer;
  /** The body of the response. A repeated request gets it again. */
  response: Buffer;
}

/**
 * The outcome of a create. `taken`: another invoice has the note or the id, so try again with new ones. `reused`: the
 * key was used with another body.
 */
export type Creation = { kind: 'created' | 'taken' | 'reused' } | { kind: 'replayed'; response: Buffer };

/** The milliseconds for which an idempotency key is kept (D-20). */
export const keyLifetime = keptSeconds * 1000;
