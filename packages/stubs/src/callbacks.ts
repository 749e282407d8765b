import { type components, eventStatuses } from '@payment-invoice/generated';
import { Webhook } from 'standardwebhooks';
import { createAjv } from './contract/create-ajv.ts';
import { loadContract } from './contract/load-contract.ts';
import { listRecommendations, relationCheck } from './contract/relation-check.ts';
import { declaredBy, dropUndeclared } from './response/drop-undeclared.ts';

/** The body of a callback, which reports a change to an invoice. */
export type InvoiceEvent = components['schemas']['InvoiceEvent'];

/** One attempt to deliver an event. */
export interface Callback {
  /** The `callbackUrl` of the invoice. */
  url: string;
  /** The event's id, which is the same at every attempt. It consists of visible ASCII characters without a full stop. */
  id: string;
  /** The event. It must be the same at every attempt, so that the bytes are the same too. */
  event: InvoiceEvent;
}

/** The receiver's response. A 2xx is a success, a 410 ends all callbacks of the invoice, any other status asks for a retry. */
export interface CallbackResponse {
  status: number;
  /** The header `Retry-After`, as it was sent. */
  retryAfter: string | undefined;
}

/** The part of `fetch` that a callback sender uses. */
export type FetchLike = (
  url: string,
  init: {
    method: 'POST';
    headers: Record<string, string>;
    body: string;
    redirect: 'manual';
    signal: AbortSignal;
  },
) => Promise<{
  status: number;
  headers: { get(name: string): string | null };
  body?: { cancel(): Promise<void> } | null;
}>;

/** The options of a callback sender. */
export interface CallbackSenderOptions {
  /** The account's secret, which begins with `whsec_`. While it is being replaced, pass all valid secrets, the newest first. */
  secret: string | readonly string[];
  /**
   * Sends the request. Don't pass the global `fetch` unless every callbackUrl is your own: strangers choose callback URLs, so
   * this function must connect only to globally routable addresses (D-23).
   */
  fetch: FetchLike;
  /** The maximum duration of an attempt in milliseconds; 15,000 by default, as the contract promises. */
  timeout?: number;
  /** Returns the Unix time in milliseconds. */
  now?: () => number;
}

/**
 * Makes one attempt. Rejects like `fetch` when no response arrives. Rejects with an Error, before anything is sent, when the
 * event breaks the contract. Leaves out properties of the event that the contract does not name.
 */
export type SendCallback = (callback: Callback) => Promise<CallbackResponse>;

/**
 * Makes a sender of the contract's callbacks, which signs them as Standard Webhooks 1.0.0 requires. Your server decides when to
 * try again and when to stop, and stores which callbacks it still has to send.
 * @throws Error when a secret cannot be read; the message does not repeat the secret
 */
export function createCallbackSender(options: CallbackSenderOptions): SendCallback {
  const { fetch, timeout = 15_000, now = Date.now } = options;
  const signers = [options.secret].flat().map(readSecret);
  if (signers.length === 0) throw new Error('There is no secret to sign callbacks with.');
  const check = createEventCheck();
  return async ({ url, id, event }) => {
    if (!/^[!-\-/-~]+$/.test(id)) throw new Error('The id of an event must be visible ASCII without a full stop.');
    const body = JSON.stringify(check(event));
    const seconds = Math.floor(now() / 1000);
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signers.map((signer) => signer.sign(id, new Date(seconds * 1000), body)).join(' '),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    // Cancels the body of the response, because nobody needs it and it may be endless.
    await response.body?.cancel().catch(() => undefined);
    return { status: response.status, retryAfter: response.headers.get('retry-after') ?? undefined };
  };
}

function readSecret(secret: string): Webhook {
  try {
    if (Buffer.from(secret.replace(/^whsec_/, ''), 'base64').length >= 24) return new Webhook(secret);
  } catch {
    // Throws the error below instead of the library's error, whose message may quote the secret.
  }
  throw new Error('A callback secret must be "whsec_" followed by the base64 of 24 to 64 random bytes.');
}

/** Makes a function that checks an event and drops undeclared properties. Its errors are logged, so they contain no values. */
function createEventCheck(): (event: InvoiceEvent) => unknown {
  const contract = loadContract();
  const { schemas } = contract.components;
  const recommendations = listRecommendations(contract);
  const schema = dereference(schemas.InvoiceEvent, schemas) as Schema & { properties: { data: Schema } };
  const validate = createAjv().compile(schema);
  const declared = declaredBy(schema);
  const findUnrelated = relationCheck(schema.properties.data);
  return (event) => {
    // Converts the event to JSON values first, so that a Date becomes the text that is sent.
    const sent = dropUndeclared(JSON.parse(JSON.stringify(event)), declared, []) as InvoiceEvent;
    const found = validate(sent)
      ? [
          ...findUnrelated(sent.data)
            .filter(({ requirement }) => !recommendations.has(requirement))
            .map(({ pointer, rule }) => `data${pointer} ${rule}`),
          ...(eventStatuses[sent.type] === sent.data.status ? [] : ['type must name the status in data']),
        ]
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath.slice(1) || 'the event'} ${message}`);
    if (found.length > 0) throw new Error(`The event breaks the contract: ${found.join('; ')}.`);
    return sent;
  };
}

type Schema = Readonly<Record<string, unknown>>;

/** Replaces each reference to a component schema with the schema itself. */
function dereference(node: unknown, schemas: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(node)) return node.map((part) => dereference(part, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...beside } = node as { $ref?: unknown };
  const parts = Object.entries(beside).map(([name, part]) => [name, dereference(part, schemas)] as const);
  const referred = typeof $ref === 'string' ? dereference(schemas[$ref.split('/').at(-1) as string], schemas) : {};
  return { ...(referred as object), ...Object.fromEntries(parts) };
}
