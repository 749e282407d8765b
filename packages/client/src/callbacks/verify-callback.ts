import { wrongOption } from '../options/wrong-option.ts';
import { findInvoiceFlaw, findLoss } from '../response/find-flaw.ts';
import type { InvoiceEvent } from '../types.ts';
import { CallbackError } from './callback-error.ts';
import { sign, toBytes } from './sign.ts';

/** The headers of a request: Headers, or the object that Node and its frameworks give. */
export type CallbackHeaders = Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The settings of verifyCallback. */
export interface VerifyOptions {
  /** How many seconds the signature's time may be off, either way; 300 when absent. */
  toleranceSeconds?: number | undefined;
  /** Milliseconds since 1970, for tests; Date.now when absent. */
  now?: (() => number) | undefined;
}

/** An event that the service signed. */
export type VerifiedEvent = InvoiceEvent & {
  /** The header `webhook-id`: the same over all attempts of an event, and no other event has it. Handle each one once: handleOnce. */
  webhookId: string;
};

/**
 * Gives the event of a callback, once it is sure that it comes from the service: signed with one of the secrets, and lately.
 * Give the body exactly as it came, text or bytes: JSON that was parsed and written again has another signature.
 * Give the new and the old secret while one replaces the other. Throws a CallbackError; a TypeError for the receiver's own mistake.
 */
export async function verifyCallback(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: CallbackHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = () => Date.now() }: VerifyOptions = {},
): Promise<VerifiedEvent> {
  const secrets = [secret].flat();
  if (secrets.length === 0) throw new TypeError('verifyCallback needs a secret.');
  // Everything is within a tolerance of NaN: an old callback sent again would be believed.
  if (!(toleranceSeconds >= 0)) throw wrongOption('toleranceSeconds', 'be a number from 0.');
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const given = readHeader(headers, 'webhook-signature').split(' ');
  if (!/^\d{1,12}$/.test(timestamp)) throw new CallbackError('malformed', 'webhook-timestamp is no number of seconds.');
  // After the headers: a stranger's POST without a body, of which Express 4 makes {}, is none of the receiver's mistakes.
  if (typeof rawBody !== 'string' && !(rawBody instanceof ArrayBuffer) && !ArrayBuffer.isView(rawBody)) {
    throw new TypeError('verifyCallback needs the body as it came, text or bytes. Is a JSON middleware before it?');
  }

  const body = toBytes(rawBody);
  let isSigned = false;
  for (const each of secrets) {
    const expected = `v1,${await sign(id, timestamp, body, each)}`;
    // Every signature is looked at to its end, so that the time it takes tells nothing.
    for (const signature of given) isSigned = isSame(signature, expected) || isSigned;
  }
  if (!isSigned) {
    throw new CallbackError('bad_signature', 'No signature fits. Is the secret right, and the body as it came?');
  }
  // After the signature, so that only what is authentic is told what is wrong with its time.
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
  // By its method, because tests and frameworks bring Headers of their own.
  const values =
    typeof headers.get === 'function'
      ? (headers as Headers).get(name)
      : Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1];
  // A list of one is how gateways and headersDistinct give a header that came once.
  const [value, another] = [values].flat();
  if (value && another === undefined) return value;
  throw new CallbackError('malformed', `There is no header ${name}, or more than one.`);
}

/** Compares in constant time: how long it takes depends only on lengths. */
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
    // Said below.
  }
  const { type, timestamp, sequence, data } = event ?? {};
  const flaw =
    typeof type !== 'string' || typeof timestamp !== 'string' || !isSequence(sequence) || typeof data?.id !== 'string'
      ? 'type, timestamp, sequence or data.id is missing'
      : (findInvoiceFlaw(data) ?? findLoss(text, event, ['sequence', 'amount', 'paidAmount']));
  if (flaw) throw new CallbackError('malformed', `The body is no event: ${flaw}.`);
  return event as InvoiceEvent;
}

/** Events of an invoice are ordered by it: two that a binary number makes one would not be. */
function isSequence(sequence: unknown): boolean {
  return Number.isSafeInteger(sequence) && (sequence as number) > 0;
}
