import { Agent, type Dispatcher } from 'undici';
import { type CallbackPolicy, findCallbackUrlViolation, targetOf } from '../urls/find-callback-url-violation.ts';
import type { AttemptResult, CallbackAttempt, CallbackSender } from './callback-sender.ts';
import { createCheckedLookup, DeliveryBlockedError } from './create-checked-lookup.ts';
import { createResolveHost, type ResolveHost } from './resolve-host.ts';
import { signCallback } from './sign-callback.ts';

/** The most bytes of a response's body that are read and dropped; beyond it the connection is ended. */
const bodyLimit = 64 * 1024;

/** The most bytes of it that are returned, where responses are kept. */
const excerptLimit = 1024;

export interface SenderSettings extends CallbackPolicy {
  /** By the machine's name servers by default. */
  resolveHost?: ResolveHost;
  /** Milliseconds until a connection must stand, looking the name up included; 5 s by default. */
  connectTimeout?: number;
  /** Milliseconds for the whole attempt. */
  totalTimeout: number;
  /** True to return the beginning of each response's body, for a sandbox that only its developer reaches. */
  keepsResponses?: boolean;
}

/**
 * Sends callbacks over HTTP/1.1 and connections that stay open for a while. Follows no redirect; knows no proxy, as an agent of
 * its own asks no environment; connects only to addresses that were checked.
 */
export function createHttpSender(settings: SenderSettings): CallbackSender {
  const { totalTimeout } = settings;
  const agent = new Agent({
    allowH2: false,
    connect: {
      lookup: createCheckedLookup(settings.resolveHost ?? createResolveHost(), settings),
      timeout: settings.connectTimeout ?? 5_000,
    },
    // The whole attempt has one limit of its own.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    send: async (attempt) => {
      // Asked again at each attempt: a socket looks up names only, not an address in the URL.
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
  // What comes after the status can no longer change the result, only occupy the connection.
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
