import type { ProblemItem } from '@payment-invoice/stubs';

/**
 * What is wrong with a URL that the contract's schema let through, undefined when nothing is:
 * only http and https, and no user or password in it (D-11, D-23).
 */
export function checkUrl(name: 'callbackUrl' | 'returnUrl', url: string | undefined): ProblemItem | undefined {
  if (url === undefined) return undefined;
  const pointer = `/${name}`;
  if (!/^https?:/i.test(url)) return { pointer, code: 'url_not_allowed', detail: `${name} must start with https:// or http://.` };
  // The text is looked at too: a parser forgives `https:host` and drops an empty user.
  const [, authority] = /^https?:\/\/([^/?#]+)/i.exec(url) ?? [];
  if (authority === undefined || !URL.canParse(url)) return { pointer, code: 'invalid_url', detail: `${name} must name a host.` };
  if (authority.includes('@')) return { pointer, code: 'url_not_allowed', detail: `${name} must hold no user and no password.` };
  return undefined;
}
