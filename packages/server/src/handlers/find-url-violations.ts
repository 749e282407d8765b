import type { ProblemItem, RequestBody } from '@payment-invoice/stubs';
import { type CallbackPolicy, findCallbackUrlViolation } from '../callbacks/find-callback-url-violation.ts';

/** Finds violations in the URLs of a create that the contract's schema let through (D-11, D-23). */
export function findUrlViolations(
  body: Pick<RequestBody<'createPayment'>, 'callbackUrl' | 'returnUrl'>,
  policy: CallbackPolicy,
): ProblemItem[] {
  const { callbackUrl, returnUrl } = body;
  const violations = {
    callbackUrl: callbackUrl === undefined ? undefined : findCallbackUrlViolation(callbackUrl, policy),
    returnUrl: returnUrl === undefined ? undefined : findReturnUrlViolation(returnUrl, policy),
  };
  return Object.entries(violations).flatMap(([name, violation]) =>
    violation ? [{ pointer: `/${name}`, code: violation.code, detail: `${name} ${violation.detail}` }] : [],
  );
}

/** Judges a return URL. A payer's browser follows it and this server never does, so any host and port will do. */
function findReturnUrlViolation(text: string, { sandbox }: CallbackPolicy): Pick<ProblemItem, 'code' | 'detail'> | undefined {
  const [, scheme = '', authority] = /^([a-z][a-z\d+.-]*):(?:\/\/([^/?#]+))?/i.exec(text) ?? [];
  const isAllowed = /^https$/i.test(scheme) || (sandbox && /^http$/i.test(scheme));
  if (!isAllowed) {
    return { code: 'url_not_allowed', detail: sandbox ? 'must start with https:// or http://.' : 'must start with https://.' };
  }
  // The text is looked at too: a parser forgives `https:host` and drops an empty user.
  if (authority === undefined || /[\s\\]/.test(text) || !URL.canParse(text)) {
    return { code: 'invalid_url', detail: 'must name a host.' };
  }
  if (authority.includes('@')) return { code: 'url_not_allowed', detail: 'must hold no user and no password.' };
  return undefined;
}
