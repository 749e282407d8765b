/** The rules for the URLs in one field, as its `x-url` in the contract states them. */
export interface UrlRule {
  fragment?: boolean;
  hosts?: string;
  ports?: number[] | 'any';
}

/** Checks a URL by the rules of a sandbox. Returns the code of the rule that it breaks, or undefined. */
export function checkUrl(value: string, { fragment, hosts, ports }: UrlRule): string | undefined {
  const [, authority = ''] = /^[a-z][a-z\d+.-]*:\/\/([^/?#\s]+)/i.exec(value) ?? [];
  if (!URL.canParse(value) || !isUri(value)) return 'invalid_url';
  const { protocol, hostname, port } = new URL(value);
  if (!['http:', 'https:'].includes(protocol) || authority.includes('@')) return 'url_not_allowed';
  if (fragment === false && value.includes('#')) return 'url_not_allowed';
  if (hosts !== 'public') return undefined;
  // A sandbox allows loopback addresses.
  if (isInside(hostname) && !isLoopback(hostname)) return 'url_not_allowed';
  const anyPort = protocol === 'http:' || isLoopback(hostname);
  return anyPort || ports === undefined || ports === 'any' || ports.includes(Number(port || 443)) ? undefined : 'url_not_allowed';
}

/** Accepts only the characters of RFC 3986. Brackets may only enclose a host. */
const isUri = (value: string): boolean =>
  /^([\w\-.~:/?#@!$&'()*+,;=]|%[\da-f]{2})*$/i.test(value.replace(/^([a-z]+:\/\/[^/?#]*)\[([\da-f:.]+)\]/i, '$1$2'));

const isLoopback = (host: string): boolean => /^(127\.|localhost$|.*\.localhost$|\[::1\]$)/.test(host);

// Hosts that are not public. The URL parser has already normalised octal, hexadecimal and abbreviated addresses.
const inside = [
  /(^|\.)(local|internal)\.?$/,
  /^(0|10|127)\./,
  /^(192\.168|169\.254|198\.1[89]|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./,
  /^(192\.0\.[02]|198\.51\.100|203\.0\.113|22[4-9]|2[345]\d)\./,
  // First the IPv6 addresses outside the assigned blocks; then those for documentation, and those that embed an IPv4 address.
  /^\[(?![23])/,
  /^\[(200(1:(db8:|:|0:|2:)|2:)|3fff:)/,
];

const isInside = (host: string): boolean => inside.some((pattern) => pattern.test(host));
