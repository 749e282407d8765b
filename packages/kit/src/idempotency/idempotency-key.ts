import { hash } from 'node:crypto';
import { keptSeconds } from '@payment-invoice/generated';

/** Computes the SHA-256 of a JSON value. White space, order of properties and spelling of numbers do not matter (D-20). */
export const fingerprint = (value: unknown): Buffer => hash('sha256', write(value), 'buffer');

/** Writes JSON with each object's properties sorted by name, so that equal values give the same string. */
function write(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  const properties = value as Record<string, unknown>;
  const written = sort(Object.keys(properties)).map((name) => `${JSON.stringify(name)}:${write(properties[name])}`);
  return `{${written.join(',')}}`;
}

/** Sorts names as JavaScript orders properties, whole numbers first: stored fingerprints were computed in this order. */
function sort(names: string[]): string[] {
  names.sort();
  return names.some((name) => /^\d/.test(name)) ? Object.keys(Object.fromEntries(names.map((name) => [name, 0]))) : names;
}

/** Reads the key from the Idempotency-Key header, which the contract's pattern has checked. It may be in double quotes. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  return header === undefined ? undefined : (/^"(.+)"$/.exec(header)?.[1] ?? header);
}

/**
 * The idempotency key of a create request, with the data to recognise a repeated request and to return the same response (D-20).
 * Keys of different accounts are independent.
 */
export interface IdempotencyClaim {
  operation: string;
  key: string;
  /** The fingerprint of the request's body. Equal bodies have equal fingerprints. */
  fingerprint: Buffer;
  /** The body of the response, which is returned again to a repeated request. */
  response: Buffer;
}

/**
 * The outcome of a create. `taken`: another invoice already has this note or id, so the caller tries again with a new note and
 * id. `reused`: the key was already used with another body. `replayed`: the request is a repetition and gets the stored response.
 */
export type Creation = { kind: 'created' | 'taken' | 'reused' } | { kind: 'replayed'; response: Buffer };

/** How long an idempotency key is kept, in milliseconds (D-20). */
export const keyLifetime = keptSeconds * 1000;
