import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4, isIPv6 } from 'node:net';

/** The maximum number of characters of an entry that can be an address: IPv6 with an IPv4 part, brackets, a zone and a port. */
const longestEntry = 100;

/**
 * Returns the address of the client: the first valid address among the last `trustedProxies` entries of
 * X-Forwarded-For, or else the address at the other end of the connection. Each proxy appends the address from which it
 * was called. So when an entry is invalid, the entry after it is the address of the proxy that wrote the invalid one.
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const sent = trustedProxies > 0 ? headers['x-forwarded-for'] : undefined;
  // Node.js joins several headers of this name into one text.
  const entries = typeof sent === 'string' ? sent.split(',').slice(-trustedProxies) : [];
  for (const entry of entries) {
    const address = readAddress(entry);
    if (address !== undefined) return address;
  }
  // A closed connection no longer has a remote address.
  return socket.remoteAddress ?? 'unknown';
}

/**
 * Reads an address as proxies write it: with or without a port, and for IPv6 with or without brackets and a zone. Returns only
 * the address, because each new connection of a client has another port. Undefined for a word instead of an address, such as
 * `unknown` or `_hidden` (RFC 7239 §6).
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

/** Removes the zone, a name that is meaningful only on the machine of whoever wrote it. */
function withoutZone(address: string): string {
  return address.split('%', 1)[0] ?? address;
}
