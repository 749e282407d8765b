import { hash } from 'node:crypto';
import { keptSeconds } from '@payment-invoice/generated';

/** Computes the SHA-256 of a JSON value, ignoring white space, the order of properties and the spelling of numbers (D-20). */
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
 * Sorts names in the order of an object's properties, with whole numbers first, because the stored fingerprints of the past day
 * were made in that order.
 */
function sort(names: string[]): string[] {
  names.sort();
  return names.some((name) => /^\d/.test(name)) ? Object.keys(Object.fromEntries(names.map((name) => [name, 0]))) : names;
}

/** Reads the key from the header Idempotency-Key, which may be in double quotes. The contract's pattern was already checked. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  return header === undefined ? undefined : (/^"(.+)"$/.exec(header)?.[1] ?? header);
}

/** A create that may be sent again (D-20). It belongs to the invoice's account. */
export interface IdempotencyClaim {
  operation: string;
  key: string;
  /** The fingerprint of the request body; equal for equal bodies. */
  fingerprint: Buffer;
  /** The body of the response, sent again when the request is repeated. */
  response: Buffer;
}

/**
 * The outcome of a create. `taken`: another invoice has the note or the id; try again with new ones. `reused`: the key was used
 * with another body.
 */
export type Creation = { kind: 'created' | 'taken' | 'reused' } | { kind: 'replayed'; response: Buffer };

/** Milliseconds for which an idempotency key is kept (D-20). */
export const keyLifetime = keptSeconds * 1000;
