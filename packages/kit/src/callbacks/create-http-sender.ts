import { Webhook } from 'standardwebhooks';
import { Agent, type Dispatcher } from 'undici';
import { type CallbackPolicy, findCallbackUrlViolation, targetOf } from '../urls/find-callback-url-violation.ts';
import type { AttemptResult, CallbackAttempt, CallbackSender } from './callback-sender.ts';
import { createCheckedLookup, createResolveHost, DeliveryBlockedError, type ResolveHost } from './create-checked-lookup.ts';

/** How many bytes of a response's body are read and dropped at most. If there are more, the connection is closed. */
const bodyLimit = 64 * 1024;

/** How many bytes of the body are returned at most, if responses are kept. */
const excerptLimit = 1024;

export interface SenderSettings extends CallbackPolicy {
  /** Resolves host names; by default with the machine's name servers. */
  resolveHost?: ResolveHost;
  /** How many milliseconds establishing a connection may take, including the name's look-up; 5 s by default. */
  connectTimeout?: number;
  /** How many milliseconds the complete attempt may take. */
  totalTimeout: number;
  /** True to return the beginning of each response's body, for a sandbox that only its developer reaches. */
  keepsResponses?: boolean;
}

/**
 * Sends callbacks over HTTP/1.1 and keeps connections open for a while. Follows no redirects, uses no proxy (its own agent reads
 * no environment variables), and connects only to addresses that were checked.
 */
export function createHttpSender(settings: SenderSettings): CallbackSender {
  const { totalTimeout } = settings;
  const agent = new Agent({
    allowH2: false,
    connect: {
      lookup: createCheckedLookup(settings.resolveHost ?? createResolveHost(), settings),
      timeout: settings.connectTimeout ?? 5_000,
    },
    // Off, because the complete attempt has its own limit.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    send: async (attempt) => {
      // Checked again at each attempt, because a socket looks up names but does not check an address in the URL.
      if (findCallbackUrlViolation(attempt.url, settings)) return { kind: 'blocked', reason: 'url_not_allowed' };
      const limit = AbortSignal.timeout(totalTimeout);
      try {
        return await post(agent, attempt, limit, settings.keepsResponses === true);
      } catch (error) {
        return limit.aborted ? { kind: 'failed', reason: 'timeout' } : resultOfError(error);
      }
    },
    close: () => agent.destroy(),
  };
}

async function post(
  agent: Dispatcher,
  attempt: CallbackAttempt,
  signal: AbortSignal,
  keepsResponse: boolean,
): Promise<AttemptResult> {
  const { origin } = new URL(attempt.url);
  const { statusCode, headers, body } = await agent.request({
    origin,
    path: targetOf(attempt.url),
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'payment-invoice-callbacks/1',
      ...signCallback(attempt.id, attempt.body, attempt.secrets, attempt.signedAt),
    },
    body: attempt.body,
    signal,
  });
  let excerpt: Buffer = Buffer.alloc(0);
  if (keepsResponse) {
    body.on('data', (chunk: Buffer) => {
      if (excerpt.length < excerptLimit) excerpt = Buffer.concat([excerpt, chunk.subarray(0, excerptLimit - excerpt.length)]);
    });
  }
  // The rest of the response can no longer change the result; it would only occupy the connection.
  await body.dump({ limit: bodyLimit, signal }).catch(() => undefined);
  const retryAfter = headers['retry-after'];
  return {
    kind: 'responded',
    status: statusCode,
    retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
    ...(keepsResponse && { excerpt: excerpt.toString() }),
  };
}

function resultOfError(error: unknown): AttemptResult {
  if (error instanceof DeliveryBlockedError) return { kind: 'blocked', reason: 'address_not_allowed' };
  const { code, name } = error as { code?: unknown; name?: unknown };
  return { kind: 'failed', reason: typeof code === 'string' ? code : String(name) };
}

/**
 * Makes the three Standard Webhooks 1.0.0 headers of one attempt, with one signature per secret, newest first. `signedAt` is in
 * milliseconds since 1970.
 */
function signCallback(id: string, body: Uint8Array, secrets: readonly string[], signedAt: number): Record<string, string> {
  const timestamp = Math.floor(signedAt / 1000);
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, new Date(timestamp * 1000), text)).join(' '),
  };
}
