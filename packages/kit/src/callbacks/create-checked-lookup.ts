import { isIP, type LookupFunction } from 'node:net';
import { type CallbackPolicy, isLoopbackHost } from '../urls/find-callback-url-violation.ts';
import { isGlobalAddress, isLoopbackAddress } from '../urls/is-global-address.ts';
import type { ResolveHost } from './resolve-host.ts';

/** A callback that may not be sent, as its host leads inside. Trying again would not make it better. */
export class DeliveryBlockedError extends Error {
  override readonly name = 'DeliveryBlockedError';
}

/** A name that a sandbox resolves to this machine and to a private address, so that anyone can see such a name refused. */
const inside = 'inside.test';

/**
 * Makes the `lookup` of a socket that is about to connect. The socket connects to what it returns, so nothing can change between
 * the check and the connection. One private address refuses the host with all its others.
 */
export function createCheckedLookup(resolveHost: ResolveHost, { sandbox }: CallbackPolicy): LookupFunction {
  const isAllowed = (address: string) => isGlobalAddress(address) || (sandbox && isLoopbackAddress(address));
  // Never sent to a name server (RFC 6761 §6.3).
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
