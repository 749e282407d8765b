import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { Agent, type Dispatcher } from 'undici';
import {
  type CallbackPolicy,
  findCallbackUrlViolation,
  isGlobalAddress,
  isLoopbackAddress,
  isLoopbackHost,
  targetOf,
} from '../urls/find-callback-url-violation.ts';
import type { AttemptResult, CallbackAttempt, CallbackSender } from './callback-sender.ts';

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

/** The error of a callback that may not be sent, because its host leads into a private network. Retrying would not help. */
class DeliveryBlockedError extends Error {
  override readonly name = 'DeliveryBlockedError';
}

/** A name that a sandbox resolves to this machine and to a private address, so that anyone can try how such a host is refused. */
const inside = 'inside.test';

/**
 * Makes the `lookup` of a socket that is about to connect. The socket connects to the addresses that it returns, so that nothing
 * can change between the check and the connection. One private address is enough to refuse the host.
 */
function createCheckedLookup(resolveHost: ResolveHost, { sandbox }: CallbackPolicy): LookupFunction {
  const isAllowed = (address: string) => isGlobalAddress(address) || (sandbox && isLoopbackAddress(address));
  // Loopback names are never sent to a name server (RFC 6761 §6.3).
  const resolve: ResolveHost = async (hostname) => {
    if (isLoopbackHost(hostname)) return ['127.0.0.1', '::1'];
    return sandbox && hostname === inside ? ['127.0.0.1', '10.0.0.1'] : resolveHost(hostname);
  };
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        if (addresses.length > 0 && addresses.every(isAllowed)) {
          const found = addresses.map((address) => ({ address, family: isIP(address) }));
          if (options.all) callback(null, found);
          else callback(null, found[0]?.address ?? '', found[0]?.family ?? 0);
        } else {
          callback(new DeliveryBlockedError('The host has an address that is not on the public Internet.'), []);
        }
      },
      (error) => callback(error, []),
    );
  };
}

/** Looks up every address of a host name. @throws when there is none, or when no name server responds */
type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/**
 * Makes a function that asks the name servers for A and AAAA records at the same time.
 * It does not use `dns.lookup`, which occupies one of four threads for as long as a name server takes, and merchants run name
 * servers.
 */
function createResolveHost(): ResolveHost {
  return async (hostname) => {
    // A new resolver each time, because a resolver knows only the name servers that the machine had when it was made.
    const resolver = new Resolver({ timeout: 1_500, tries: 2 });
    const results = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    const [v4, v6] = results;
    if (addresses.length === 0) throw v4.status === 'rejected' ? v4.reason : (v6 as PromiseRejectedResult).reason;
    return addresses;
  };
}
