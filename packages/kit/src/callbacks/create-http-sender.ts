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

/** The maximum number of bytes of a response's body that are read. If there are more, the connection is closed. */
const bodyLimit = 64 * 1024;

/** The maximum number of bytes of a response's body that are returned, if the sender keeps responses. */
const excerptLimit = 1024;

export interface SenderSettings extends CallbackPolicy {
  /** Resolves host names. By default it asks the machine's name servers. */
  resolveHost?: ResolveHost;
  /** How long connecting may take, including the look-up of the host name, in milliseconds; 5 s by default. */
  connectTimeout?: number;
  /** How long a whole attempt may take, in milliseconds. */
  totalTimeout: number;
  /** True to return the beginning of each response's body. Use it only in a sandbox that nobody but its developer can reach. */
  keepsResponses?: boolean;
}

/**
 * Makes a sender that uses HTTP/1.1 and keeps connections open for a while. It follows no redirects, uses no proxy (its
 * own agent reads no environment variables), and connects only to checked addresses.
 */
export function createHttpSender(settings: SenderSettings): CallbackSender {
  const { totalTimeout, connectTimeout: timeout = 5_000 } = settings;
  const lookup = createCheckedLookup(settings.resolveHost ?? createResolveHost(), settings);
  const agent = new Agent({
    allowH2: false,
    connect: { lookup, timeout },
    // This limit is off, because the whole attempt has a time limit.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    send: async (attempt) => {
      // The URL is checked again at each attempt, because the socket does not call `lookup` for a host that is an IP address.
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
  if (keepsResponse)
    body.on('data', (chunk: Buffer) => {
      if (excerpt.length < excerptLimit) excerpt = Buffer.concat([excerpt, chunk.subarray(0, excerptLimit - excerpt.length)]);
    });
  // Drops the rest of the response, which cannot change the result and would occupy the connection.
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

/** Makes the headers of Standard Webhooks 1.0.0, with a signature for each secret, newest first. `signedAt` is in ms. */
function signCallback(id: string, body: Uint8Array, secrets: readonly string[], signedAt: number): Record<string, string> {
  const timestamp = Math.floor(signedAt / 1000);
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, new Date(timestamp * 1000), text)).join(' '),
  };
}

/** Thrown instead of sending a callback to a host in a private network. A retry would not help. */
class DeliveryBlockedError extends Error {
  override readonly name = 'DeliveryBlockedError';
}

/** A host name with a loopback and a private address in a sandbox. It lets tests check that such a host is refused. */
const inside = 'inside.test';

/** Makes a socket's `lookup`. It returns only addresses that it has checked, and refuses a host that has a private address. */
function createCheckedLookup(resolveHost: ResolveHost, { sandbox }: CallbackPolicy): LookupFunction {
  const isAllowed = (address: string) => isGlobalAddress(address) || (sandbox && isLoopbackAddress(address));
  // Loopback names must not be sent to a name server (RFC 6761 §6.3).
  const resolve: ResolveHost = async (hostname) => {
    if (isLoopbackHost(hostname)) return ['127.0.0.1', '::1'];
    return sandbox && hostname === inside ? ['127.0.0.1', '10.0.0.1'] : resolveHost(hostname);
  };
  return (hostname, options, callback) => {
    const check = (addresses: readonly string[]) => {
      const found = addresses.map((address) => ({ address, family: isIP(address) }));
      if (addresses.length === 0 || !addresses.every(isAllowed))
        callback(new DeliveryBlockedError('The host has an address that is not on the public Internet.'), []);
      else if (options.all) callback(null, found);
      else callback(null, found[0]?.address ?? '', found[0]?.family ?? 0);
    };
    resolve(hostname).then(check, (error) => callback(error, []));
  };
}

/** Looks up all addresses of a host name. Throws an Error when it has none, or when no name server responds. */
type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/** Makes a function that asks for A and AAAA records. `dns.lookup` would occupy one of four threads for as long as it waits. */
function createResolveHost(): ResolveHost {
  return async (hostname) => {
    // A resolver knows only the name servers that the machine had when the resolver was made, so each look-up makes a new one.
    const resolver = new Resolver({ timeout: 1_500, tries: 2 });
    const results = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    const [v4, v6] = results;
    if (addresses.length === 0) throw v4.status === 'rejected' ? v4.reason : (v6 as PromiseRejectedResult).reason;
    return addresses;
  };
}
