import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the key by which requests of an address are counted. For IPv6 it is the address's /64, because a network gives each
 * customer at least that many addresses. An IPv4 address is its own key, even if it is embedded in an IPv6 address. All texts
 * that are not addresses share one key.
 */
export function keyOfAddress(address: string | undefined): string {
  if (address === undefined || isIP(address) === 0) return 'unknown';
  if (isIPv4(address)) return address;
  // Removes the zone, which is a name on this machine only.
  const parsed = ipaddr.IPv6.parse(address.replace(/%.*/, ''));
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
