/** The link back to the merchant, with the text that it shows. */
export interface ReturnLink {
  /** The URL as the merchant sent it. */
  href: string;
  /** The host in a form that cannot be mistaken for another. A very long host is cut to its end, which shows who owns it. */
  host: string;
}

/** The maximum number of characters of a host that are shown. */
const longestHost = 48;

/**
 * Returns the link back to the merchant; undefined when there is none. Create has refused other URLs (D-11), but they are checked
 * again, because a URL of another scheme could run as script here.
 */
export function readReturnLink(returnUrl: string | null): ReturnLink | undefined {
  if (returnUrl === null || !URL.canParse(returnUrl)) return undefined;
  const { protocol, host, username, password } = new URL(returnUrl);
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return undefined;
  return { href: returnUrl, host: host.length <= longestHost ? host : `…${host.slice(1 - longestHost)}` };
}
