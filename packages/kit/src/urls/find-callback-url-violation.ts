import { isIP } from 'node:net';
import { urlRules } from '@payment-invoice/generated';
import ipaddr from 'ipaddr.js';

/** The rules for callback URLs. Only a sandbox allows http and loopback, on any port. */
export interface CallbackPolicy {
  sandbox: boolean;
}

/** A rule that a URL violates: the contract's code for the error, and the end of a sentence that begins with the field's name. */
export interface UrlViolation {
  code: 'invalid_url' | 'url_not_allowed';
  detail: string;
}

const ports: readonly number[] = urlRules.createPayment.callbackUrl.ports;
/** Matches names that only the machine or its network resolves, never the public DNS. */
const localName = /(^|\.)(localhost|local|internal)$/;

/**
 * Checks a callback URL without asking the DNS (D-23); undefined when nothing is wrong. A name that passes may still
 * lead into a private network, so its addresses are checked at each connection.
 */
export function findCallbackUrlViolation(text: string, { sandbox }: CallbackPolicy): UrlViolation | undefined {
  // Refuses spaces, backslashes and missing slashes: each parser may repair them differently.
  const [, authority] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]+)/i.exec(text) ?? [];
  if (authority === undefined || /[\s\\]/.test(text) || !URL.canParse(text))
    return violation('invalid_url', 'must be an absolute URL.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(sandbox && url.protocol === 'http:')) {
    return violation('url_not_allowed', sandbox ? 'must start with https:// or http://.' : 'must start with https://.');
  }
  // Checks the text, because the parser drops an empty user and an empty fragment.
  if (authority.includes('@')) return violation('url_not_allowed', 'must hold no user and no password.');
  if (text.includes('#')) return violation('url_not_allowed', 'must hold no fragment.');
  // Even in a sandbox, an https URL to another host is checked as in a live deployment: a merchant should learn of a
  // violation before going live.
  const isSandboxOnly = sandbox && (url.protocol === 'http:' || isLoopbackHost(url.hostname));
  // The parser drops a scheme's default port.
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (!isSandboxOnly && !ports.includes(port)) return violation('url_not_allowed', `must go to port ${ports.join(' or ')}.`);
  if (!isPublicHost(url.hostname) && !(sandbox && isLoopbackHost(url.hostname))) {
    return violation('url_not_allowed', 'must name a host on the public Internet.');
  }
  return undefined;
}

/**
 * Checks a return URL (D-11); undefined when nothing is wrong. Every host and port is allowed, because only a payer's
 * browser follows the URL, never this server.
 */
export function findReturnUrlViolation(text: string, { sandbox }: CallbackPolicy): UrlViolation | undefined {
  const [, scheme = '', authority] = /^([a-z][a-z\d+.-]*):(?:\/\/([^/?#]+))?/i.exec(text) ?? [];
  const isAllowed = /^https$/i.test(scheme) || (sandbox && /^http$/i.test(scheme));
  if (!isAllowed) {
    return { code: 'url_not_allowed', detail: sandbox ? 'must start with https:// or http://.' : 'must start with https://.' };
  }
  // Checks the text too, because the parser accepts `https:host` and drops an empty user.
  if (authority === undefined || /[\s\\]/.test(text) || !URL.canParse(text)) {
    return { code: 'invalid_url', detail: 'must name a host.' };
  }
  if (authority.includes('@')) return { code: 'url_not_allowed', detail: 'must hold no user and no password.' };
  return undefined;
}

/**
 * Returns the path and the query of an accepted URL as they were written. A browser's parser turns `'` into `%27`,
 * drops a final `?` and resolves dots, which according to RFC 3986 names a different resource. The host comes from the
 * parser, because that host was checked.
 */
export function targetOf(text: string): string {
  const rest = /^[a-z][a-z\d+.-]*:\/\/[^/?#]+([^#]*)/i.exec(text)?.[1] ?? '';
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Returns true when the host of a parsed URL is this machine, by name or by address. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(.+\.)?localhost\.?$/.test(hostname) || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''));
}

/**
 * Returns true when the host of a parsed URL is public. The parser writes IP addresses in their usual spelling, with
 * brackets around IPv6.
 */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? isHostName(host) && !localName.test(host.replace(/\.$/, '')) : isGlobalAddress(host);
}

/**
 * Returns true for a name that the DNS can contain: labels of 1 to 63 letters, digits, hyphens and underscores, 253
 * characters in all (RFC 1035 §2.3.4).
 */
function isHostName(host: string): boolean {
  const name = host.replace(/\.$/, '');
  return name.length <= 253 && name.split('.').every((label) => /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/.test(label));
}

function violation(code: UrlViolation['code'], detail: string): UrlViolation {
  return { code, detail };
}

/** The only IPv6 addresses that IANA has assigned to the public Internet (RFC 4291 §2.4). */
const ipv6Unicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Addresses that look public but belong to the host of a virtual machine. Azure's agent serves its settings there. */
const hostServices: readonly string[] = ['168.63.129.16'];

/**
 * Returns true when a text is a public Internet address in its usual spelling. Refuses a little more than IANA's
 * special-purpose registries list: addresses that contain an IPv4 address (mapped, NAT64, 6to4, Teredo), because that
 * one may be private, and the anycast addresses of DNS sinks and tunnels, where no merchant is.
 */
export function isGlobalAddress(address: string): boolean {
  const parsed = parse(address);
  if (parsed?.range() !== 'unicast' || hostServices.includes(address)) return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(ipv6Unicast);
}

/** Returns true for a loopback address of this machine in its usual spelling: 127.0.0.0/8 or ::1. */
export function isLoopbackAddress(address: string): boolean {
  return parse(address)?.range() === 'loopback';
}

function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // The library would also read 010.0.0.1 and 0x7f.1, but a URL parser has already turned those into the usual spelling.
  return isIP(address) === 0 || address.includes('%') ? undefined : ipaddr.parse(address);
}
