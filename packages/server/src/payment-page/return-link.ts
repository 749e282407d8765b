/** The link back to the merchant, and its name. */
export interface ReturnLink {
  /** The URL as the merchant sent it. */
  href: string;
  /** The host, in a form that cannot pass for another one. Of a very long one only the end, which shows its owner. */
  host: string;
}

/** The most characters of a host that are shown. */
const longestHost = 48;

/**
 * Reads the link back to the merchant; undefined when there is none.
 * Create has refused other URLs (D-11). They are checked again, because one of another scheme would run as script here.
 */
export function readReturnLink(returnUrl: string | null): ReturnLink | undefined {
  if (returnUrl === null || !URL.canParse(returnUrl)) return undefined;
  const { protocol, host, username, password } = new URL(returnUrl);
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return undefined;
  return { href: returnUrl, host: host.length <= longestHost ? host : `…${host.slice(1 - longestHost)}` };
}
