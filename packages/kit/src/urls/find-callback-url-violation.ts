import { isIP } from 'node:net';
import { urlRules } from '@payment-invoice/generated';
import ipaddr from 'ipaddr.js';

/** The rules for callback URLs. Only a sandbox allows http and loopback, on any port. */
export interface CallbackPolicy {
  sandbox: boolean;
}

/** A rule that a URL violates. `detail` is the end of a sentence that begins with the field's name. */
export interface UrlViolation {
  code: 'invalid_url' | 'url_not_allowed';
  detail: string;
}

const ports: readonly number[] = urlRules.createPayment.callbackUrl.ports;
/** Matches host names that are resolved only by the machine or its local network, never by the public DNS. */
const localName = /(^|\.)(localhost|local|internal)$/;

/**
 * Checks a callback URL without asking the DNS (D-23). Returns undefined if it breaks no rule. The host name of an accepted URL
 * may still resolve to a private address, so its addresses are checked for each connection.
 */
export function findCallbackUrlViolation(text: string, { sandbox }: CallbackPolicy): UrlViolation | undefined {
  // Rejects spaces, backslashes and missing slashes, because URL parsers differ in how they correct them.
  const [, authority] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]+)/i.exec(text) ?? [];
  if (authority === undefined || /[\s\\]/.test(text) || !URL.canParse(text))
    return violation('invalid_url', 'must be an absolute URL.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(sandbox && url.protocol === 'http:')) return wrongScheme(sandbox);
  // Checks the original text, because the parser removes an empty user and an empty fragment.
  if (authority.includes('@')) return violation('url_not_allowed', 'must not contain a user name or password.');
  if (text.includes('#')) return violation('url_not_allowed', 'must not contain a fragment.');
  // Even in a sandbox, an https URL to another host must follow the rules of a live deployment, which may get the URL later.
  const isSandboxOnly = sandbox && (url.protocol === 'http:' || isLoopbackHost(url.hostname));
  // `url.port` is empty if the port is the default of the URL's scheme.
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (!isSandboxOnly && !ports.includes(port)) return violation('url_not_allowed', `must use port ${ports.join(' or ')}.`);
  if (!isPublicHost(url.hostname) && !(sandbox && isLoopbackHost(url.hostname)))
    return violation('url_not_allowed', 'must name a host on the public Internet.');
  return undefined;
}

/** Checks a return URL (D-11). Every host and port is allowed, because only a payer's browser follows the URL. */
export function findReturnUrlViolation(text: string, { sandbox }: CallbackPolicy): UrlViolation | undefined {
  const [, scheme = '', authority] = /^([a-z][a-z\d+.-]*):(?:\/\/([^/?#]+))?/i.exec(text) ?? [];
  const isAllowed = /^https$/i.test(scheme) || (sandbox && /^http$/i.test(scheme));
  if (!isAllowed) return wrongScheme(sandbox);
  // Checks the original text as well, because the parser accepts `https:host` and removes an empty user.
  if (authority === undefined || /[\s\\]/.test(text) || !URL.canParse(text)) return violation('invalid_url', 'must name a host.');
  return authority.includes('@') ? violation('url_not_allowed', 'must not contain a user name or password.') : undefined;
}

/**
 * Returns the path and the query of an accepted URL exactly as they were written. A parser changes `'` to `%27`, removes a final
 * `?` and resolves dots, so the parsed URL may name another resource (RFC 3986).
 */
export function targetOf(text: string): string {
  const rest = /^[a-z][a-z\d+.-]*:\/\/[^/?#]+([^#]*)/i.exec(text)?.[1] ?? '';
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Returns true if the host of a parsed URL is this machine, by name or by address. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(.+\.)?localhost\.?$/.test(hostname) || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''));
}

/** Returns true if the host of a parsed URL is public. The parser has normalised IP addresses, with brackets around IPv6. */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? isHostName(host) && !localName.test(host.replace(/\.$/, '')) : isGlobalAddress(host);
}

/** Returns true for a name that the DNS can hold: labels of 1 to 63 characters, at most 253 in total (RFC 1035 §2.3.4). */
function isHostName(host: string): boolean {
  const name = host.replace(/\.$/, '');
  return name.length <= 253 && name.split('.').every((label) => /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/.test(label));
}

const violation = (code: UrlViolation['code'], detail: string): UrlViolation => ({ code, detail });

function wrongScheme(sandbox: boolean): UrlViolation {
  return violation('url_not_allowed', sandbox ? 'must start with https:// or http://.' : 'must start with https://.');
}

/** The only IPv6 addresses that IANA has assigned to the public Internet (RFC 4291 §2.4). */
const ipv6Unicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Addresses that look public but belong to the host of a virtual machine, such as the address of Azure's agent. */
const hostServices: readonly string[] = ['168.63.129.16'];

/**
 * Returns true for a public Internet address in its usual spelling. Besides the addresses in IANA's special-purpose registries,
 * it rejects the anycast addresses of DNS sinks and tunnels, which no merchant uses, and IPv6 addresses that contain an IPv4
 * address (mapped, NAT64, 6to4, Teredo), because the IPv4 address may be private.
 */
export function isGlobalAddress(address: string): boolean {
  const parsed = parse(address);
  if (parsed?.range() !== 'unicast' || hostServices.includes(address)) return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(ipv6Unicast);
}

/** Returns true for an address of this machine's loopback interface in its usual spelling: in 127.0.0.0/8, or ::1. */
export const isLoopbackAddress = (address: string): boolean => parse(address)?.range() === 'loopback';

function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // Accepts only the usual spelling. The library also reads 010.0.0.1 and 0x7f.1, but a URL parser never returns these.
  return isIP(address) === 0 || address.includes('%') ? undefined : ipaddr.parse(address);
}
