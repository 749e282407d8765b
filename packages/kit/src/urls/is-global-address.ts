import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** IANA has assigned no other addresses to the public Internet (RFC 4291 §2.4). */
const ipv6Unicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Addresses that look public and belong to the machine that a virtual one runs on: Azure's agent hands out its settings there. */
const hostServices: readonly string[] = ['168.63.129.16'];

/**
 * Tells whether an IP address, in its usual spelling, is one of the public Internet. Any other text is not.
 * Refuses a little more than IANA's special-purpose registries ask for: also addresses that carry an IPv4 address inside (mapped, NAT64,
 * 6to4, Teredo), because that may be a private one, and the anycast services for DNS sinks and tunnels, where no merchant is.
 */
export function isGlobalAddress(address: string): boolean {
  const parsed = parse(address);
  if (parsed?.range() !== 'unicast' || hostServices.includes(address)) return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(ipv6Unicast);
}

/** Tells whether an IP address, in its usual spelling, is this machine's loopback: 127.0.0.0/8 or ::1. */
export function isLoopbackAddress(address: string): boolean {
  return parse(address)?.range() === 'loopback';
}

function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // The library also reads 010.0.0.1 and 0x7f.1; a URL parser has turned those into the usual spelling long before.
  return isIP(address) === 0 || address.includes('%') ? undefined : ipaddr.parse(address);
}
