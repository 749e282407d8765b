import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the text by which requests of an address are counted. For IPv6 that is its /64: a network gives each customer at least
 * that many addresses, and whoever has one has all of them. An IPv4 address counts as itself, also inside of an IPv6 one; what is not an
 * address is not a key: everything of that kind counts as one.
 */
export function keyOfAddress(address: string | undefined): string {
  if (address === undefined || isIP(address) === 0) return 'unknown';
  if (isIPv4(address)) return address;
  // Its zone is a name of this machine's.
  const parsed = ipaddr.IPv6.parse(address.replace(/%.*/, ''));
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
