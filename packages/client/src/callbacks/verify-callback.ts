import { escapeText } from '../errors/payment-api-error.ts';
import { wrongOption } from '../options/read-options.ts';
import { findInvoiceFlaw, findLoss } from '../response/find-flaw.ts';
import type { InvoiceEvent } from '../types.ts';

/** The headers of a request: Headers, or the object that Node and its frameworks use. */
export type CallbackHeaders = Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The settings of verifyCallback. */
export interface VerifyOptions {
  /** The largest accepted difference between the signature's time and the current time, in seconds. Defaults to 300. */
  toleranceSeconds?: number | undefined;
  /** The current time in milliseconds since 1970, for tests; Date.now when absent. */
  now?: (() => number) | undefined;
}

/** An event that the service signed. */
export type VerifiedEvent = InvoiceEvent & {
  /** The header `webhook-id`: the same in all attempts of an event, different for any two events. See handleOnce. */
  webhookId: string;
};

/**
 * Returns the event of a callback after checking that the service sent it: the callback must have been signed recently, with one
 * of the secrets. Pass the body exactly as it was sent, as text or bytes: JSON that was parsed and written again has another
 * signature. While a secret is being replaced, pass both the new and the old one.
 * @throws CallbackError when the callback is not authentic, is too old or is malformed, and TypeError for a mistake in the
 * receiver's code
 */
export async function verifyCallback(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: CallbackHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = () => Date.now() }: VerifyOptions = {},
): Promise<VerifiedEvent> {
  const secrets = [secret].flat();
  if (secrets.length === 0) throw new TypeError('verifyCallback needs a secret.');
  // With a tolerance of NaN, every time would be accepted, even the time of an old callback that an attacker sends again.
  if (!(toleranceSeconds >= 0)) throw wrongOption('toleranceSeconds', 'be a number from 0.');
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const given = readHeader(headers, 'webhook-signature').split(' ');
  if (!/^\d{1,12}$/.test(timestamp)) throw new CallbackError('malformed', 'webhook-timestamp is not a number of seconds.');
  // The headers are checked first, so an empty POST, which anyone can send, is `malformed`. Express 4 turns its body into {}.
  if (typeof rawBody !== 'string' && !(rawBody instanceof ArrayBuffer) && !ArrayBuffer.isView(rawBody)) {
    throw new TypeError('verifyCallback needs the raw body (text or bytes). Did a JSON parser read it first?');
  }

  const body = toBytes(rawBody);
  let isSigned = false;
  for (const each of secrets) {
    const expected = `v1,${await sign(id, timestamp, body, each)}`;
    // Compares every signature completely, so that the duration reveals nothing about the expected signature.
    for (const signature of given) isSigned = isSame(signature, expected) || isSigned;
  }
  if (!isSigned) {
    throw new CallbackError('bad_signature', 'No signature matches. Is the secret right, and the body unchanged?');
  }
  // The time is checked after the signature, so that only an authentic sender learns that the time is wrong.
  const off = Math.round(now() / 1000) - Number(timestamp);
  if (!(Math.abs(off) <= toleranceSeconds)) {
    throw new CallbackError(
      'too_old',
      `Signed ${Math.abs(off)} s ${off > 0 ? 'ago' : 'ahead'}; ${toleranceSeconds} s are allowed.`,
    );
  }
  return { ...readEvent(body), webhookId: id };
}

function readHeader(headers: CallbackHeaders, name: string): string {
  // Recognizes a Headers object by its method `get`, because tests and frameworks have their own classes for it.
  const values =
    typeof headers.get === 'function'
      ? (headers as Headers).get(name)
      : Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1];
  // Some gateways, and Node's `headersDistinct`, represent a single header as a list with one value.
  const [value, another] = [values].flat();
  if (value && another === undefined) return value;
  throw new CallbackError('malformed', `There is no header ${name}, or more than one.`);
}

/** Compares two strings in a time that depends only on their lengths. */
function isSame(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let at = 0; at < expected.length; at++) difference |= given.charCodeAt(at) ^ expected.charCodeAt(at);
  return difference === 0;
}

function readEvent(body: Uint8Array<ArrayBuffer>): InvoiceEvent {
  let event: Partial<InvoiceEvent> | null = null;
  let text = '';
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    event = JSON.parse(text);
  } catch {
    // The error is thrown below.
  }
  const { type, timestamp, sequence, data } = event ?? {};
  const flaw =
    typeof type !== 'string' || typeof timestamp !== 'string' || !isSequence(sequence) || typeof data?.id !== 'string'
      ? 'type, timestamp, sequence or data.id is missing'
      : (findInvoiceFlaw(data) ?? findLoss(text, event));
  if (flaw) throw new CallbackError('malformed', `The body is not an event: ${flaw}.`);
  return event as InvoiceEvent;
}

/** Checks a sequence number. Above the safe integers, two different numbers could be read as the same. */
function isSequence(sequence: unknown): boolean {
  return Number.isSafeInteger(sequence) && (sequence as number) > 0;
}

/** The reason why a callback was refused. */
export type CallbackErrorCode = 'bad_signature' | 'too_old' | 'malformed';

/**
 * A callback that the receiver must refuse with a 400, because a request that is not signed with your secret is not from the
 * service. `bad_signature`: no signature matches any of the secrets; the body may have been parsed and written again before it
 * was verified. `too_old`: the signature is valid, but its time differs by more than the tolerance: someone sent the callback
 * again, or one of the clocks is wrong. `malformed`: a header is missing or unreadable, or the body is not an event of the
 * contract.
 */
export class CallbackError extends Error {
  override readonly name = 'CallbackError';
  readonly code: CallbackErrorCode;

  constructor(code: CallbackErrorCode, message: string) {
    super(escapeText(message));
    this.code = code;
  }
}

/** Converts a body, which is text or bytes, to bytes. */
export function toBytes(body: string | Uint8Array | ArrayBuffer): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
}

/** Makes the base64 signature of a body. Throws a TypeError, which does not repeat the secret, when the secret is not valid. */
export async function sign(id: string, timestamp: string, body: Uint8Array<ArrayBuffer>, secret: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', readSecret(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  const signature = await crypto.subtle.sign('HMAC', key, content);
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}

function readSecret(secret: unknown): Uint8Array<ArrayBuffer> {
  try {
    const bytes = Uint8Array.from(atob((secret as string).replace(/^whsec_/, '')), (character) => character.charCodeAt(0));
    // The standard asks for 24 bytes or more. Keys of 16 bytes are accepted too, but shorter ones could be guessed.
    if (bytes.length > 15) return bytes;
  } catch {
    // Discards the platform's own error, because it may repeat the secret. Another error is thrown below.
  }
  throw new TypeError('A callback secret must be "whsec_" followed by base64.');
}
