import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only IPv6 addresses that IANA has assigned to the public Internet (RFC 4291 §2.4). */
const ipv6Unicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Addresses that look public but belong to the host of a virtual machine; Azure's agent serves its settings there. */
const hostServices: readonly string[] = ['168.63.129.16'];

/**
 * Returns true when a text is a public Internet address in its usual spelling.
 * Refuses a little more than IANA's special-purpose registries ask for. It also refuses addresses that carry an IPv4 address
 * inside (mapped, NAT64, 6to4, Teredo), because that may be a private one, and the anycast addresses of DNS sinks and tunnels,
 * where no merchant is.
 */
export function isGlobalAddress(address: string): boolean {
  const parsed = parse(address);
  if (parsed?.range() !== 'unicast' || hostServices.includes(address)) return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(ipv6Unicast);
}

/** Returns true for this machine's loopback address in its usual spelling: 127.0.0.0/8 or ::1. */
export function isLoopbackAddress(address: string): boolean {
  return parse(address)?.range() === 'loopback';
}

function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // The library also reads 010.0.0.1 and 0x7f.1, but a URL parser has already turned those into the usual spelling.
  return isIP(address) === 0 || address.includes('%') ? undefined : ipaddr.parse(address);
}
