import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4, isIPv6 } from 'node:net';

/** The longest entry that can be an address: an IPv6 one with an IPv4 part, brackets, a zone and a port. */
const longestEntry = 100;

/**
 * Returns the address of the client: of the last `trustedProxies` entries of X-Forwarded-For the first that is an address, otherwise the
 * address at the other end of the connection. Each proxy writes the address it was called from, so the entry after the one that says
 * nothing is the address of the proxy that wrote it.
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const sent = trustedProxies > 0 ? headers['x-forwarded-for'] : undefined;
  // Node joins several headers of this name into one text.
  const entries = typeof sent === 'string' ? sent.split(',').slice(-trustedProxies) : [];
  for (const entry of entries) {
    const address = readAddress(entry);
    if (address !== undefined) return address;
  }
  // A connection that has ended knows its address no more.
  return socket.remoteAddress ?? 'unknown';
}

/**
 * Reads an address as proxies write it: alone or with a port, IPv6 with or without brackets and a zone. Returns it without all of these,
 * because whoever opens a new connection has a new port. Undefined for a word in its place, such as `unknown` or `_hidden` (RFC 7239 §6).
 */
export function readAddress(text: string): string | undefined {
  if (text.length > longestEntry) return undefined;
  const entry = text.trim();
  const bracketed = /^\[([^\]]+)\](?::[\w.-]+)?$/.exec(entry)?.[1];
  if (bracketed !== undefined) return isIPv6(bracketed) ? withoutZone(bracketed) : undefined;
  if (isIP(entry) !== 0) return withoutZone(entry);
  const [host = '', port] = entry.split(':', 2);
  return isIPv4(host) && port !== undefined && /^[\w.-]+$/.test(port) && entry === `${host}:${port}` ? host : undefined;
}

/** A zone is a name that only the machine of whoever wrote it knows. */
function withoutZone(address: string): string {
  return address.split('%', 1)[0] ?? address;
}
