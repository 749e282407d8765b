import { type components, eventStatuses } from '@payment-invoice/generated';
import { Webhook } from 'standardwebhooks';
import { createAjv } from './contract/create-ajv.ts';
import { loadContract } from './contract/load-contract.ts';
import { listRecommendations, relationCheck } from './contract/relation-check.ts';
import { declaredBy, dropUndeclared } from './response/drop-undeclared.ts';

/** The body of a callback: a change of an invoice. */
export type InvoiceEvent = components['schemas']['InvoiceEvent'];

/** One attempt to deliver an event. */
export interface Callback {
  /** The `callbackUrl` of the invoice. */
  url: string;
  /** The event's id, the same at every attempt: visible ASCII without a full stop. */
  id: string;
  /** The same value at every attempt, so that the bytes are the same too. */
  event: InvoiceEvent;
}

/** The receiver's response to an attempt. Any 2xx is a success, 410 ends all calls for the invoice, anything else is tried again. */
export interface CallbackResponse {
  status: number;
  /** The header `Retry-After`, as sent. */
  retryAfter: string | undefined;
}

/** The part of `fetch` that is used. */
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
  /** `whsec_…`, the secret of the account; several while one is replaced, the newest first. */
  secret: string | readonly string[];
  /**
   * Not the global one, unless every callbackUrl is your own: a callbackUrl is chosen by a stranger, and this function must
   * connect only to addresses that are globally routable (D-23).
   */
  fetch: FetchLike;
  /** Milliseconds for the whole attempt; 15 s by default, as the contract gives receivers. */
  timeout?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/**
 * Makes one attempt. Rejects as `fetch` does when no response comes, and before anything is sent with an Error for an event that
 * breaks the contract. What the event holds beside the contract's properties is left out.
 */
export type SendCallback = (callback: Callback) => Promise<CallbackResponse>;

/**
 * Makes a sender of the contract's callbacks, signed as Standard Webhooks 1.0.0 says. The server decides and remembers when to try
 * again and when to stop.
 * @throws Error when a secret cannot be read; the message does not repeat it
 */
export function createCallbackSender(options: CallbackSenderOptions): SendCallback {
  const { fetch, timeout = 15_000, now = Date.now } = options;
  const signers = [options.secret].flat().map(readSecret);
  if (signers.length === 0) throw new Error('There is no secret to sign callbacks with.');
  const check = createEventCheck();
  return async ({ url, id, event }) => {
    if (!/^[!-\-/-~]+$/.test(id)) throw new Error('The id of an event is visible ASCII without a full stop.');
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
    // The body of the response changes nothing, and may be endless.
    await response.body?.cancel().catch(() => undefined);
    return { status: response.status, retryAfter: response.headers.get('retry-after') ?? undefined };
  };
}

function readSecret(secret: string): Webhook {
  try {
    if (Buffer.from(secret.replace(/^whsec_/, ''), 'base64').length >= 24) return new Webhook(secret);
  } catch {
    // Reported below; the library's own message may quote the secret.
  }
  throw new Error('A callback secret is "whsec_" and the base64 of 24 to 64 random bytes.');
}

/**
 * Makes what returns an event as it may be sent: with the properties that the contract names, as handlers spread rows of a database.
 * Its error names places and rules, and no values: it ends up in a log.
 */
function createEventCheck(): (event: InvoiceEvent) => unknown {
  const contract = loadContract();
  const { schemas } = contract.components;
  const recommendations = listRecommendations(contract);
  const schema = dereference(schemas.InvoiceEvent, schemas) as Schema & { properties: { data: Schema } };
  const validate = createAjv().compile(schema);
  const declared = declaredBy(schema);
  const findUnrelated = relationCheck(schema.properties.data);
  return (event) => {
    // As JSON has it: a Date is the text that is sent.
    const sent = dropUndeclared(JSON.parse(JSON.stringify(event)), declared, []) as InvoiceEvent;
    const found = validate(sent)
      ? [
          ...findUnrelated(sent.data)
            .filter(({ requirement }) => !recommendations.has(requirement))
            .map(({ property, rule }) => `data/${property} ${rule}`),
          ...(eventStatuses[sent.type] === sent.data.status ? [] : ['type must tell of the status of data']),
        ]
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath.slice(1) || 'the event'} ${message}`);
    if (found.length > 0) throw new Error(`The event breaks the contract: ${found.join('; ')}.`);
    return sent;
  };
}

type Schema = Readonly<Record<string, unknown>>;

/** Puts each schema of the contract in the place where it is referred to. */
function dereference(node: unknown, schemas: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(node)) return node.map((part) => dereference(part, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...beside } = node as { $ref?: unknown };
  const parts = Object.entries(beside).map(([name, part]) => [name, dereference(part, schemas)] as const);
  const referred = typeof $ref === 'string' ? dereference(schemas[$ref.split('/').at(-1) as string], schemas) : {};
  return { ...(referred as object), ...Object.fromEntries(parts) };
}
