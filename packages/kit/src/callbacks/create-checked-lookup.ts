import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { type CallbackPolicy, isLoopbackHost } from '../urls/find-callback-url-violation.ts';
import { isGlobalAddress, isLoopbackAddress } from '../urls/is-global-address.ts';

/** The error of a callback that may not be sent, because its host leads into a private network. Retrying would not help. */
export class DeliveryBlockedError extends Error {
  override readonly name = 'DeliveryBlockedError';
}

/** A name that a sandbox resolves to this machine and to a private address, so that anyone can try how such a host is refused. */
const inside = 'inside.test';

/**
 * Makes the `lookup` of a socket that is about to connect. The socket connects to the addresses that it returns, so that nothing
 * can change between the check and the connection. One private address is enough to refuse the host.
 */
export function createCheckedLookup(resolveHost: ResolveHost, { sandbox }: CallbackPolicy): LookupFunction {
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
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/**
 * Makes a function that asks the name servers for A and AAAA records at the same time.
 * It does not use `dns.lookup`, which occupies one of four threads for as long as a name server takes, and merchants run name
 * servers.
 */
export function createResolveHost(): ResolveHost {
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
