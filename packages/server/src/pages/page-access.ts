import { createHash, timingSafeEqual } from 'node:crypto';
import { keyOfAddress, type Limiter } from '@payment-invoice/kit/rates';
import { type Guard, requireScope, type Scope } from '@payment-invoice/kit/tokens';
import { invalidToken, readBearerToken } from '@payment-invoice/stubs';
import type { Context } from 'koa';
import type { PayerGuard } from '../rates/payer-guard.ts';

/** Decides whether a request for a page is allowed. Throws a ProblemError if it is not. */
export type Access = (ctx: Context) => Promise<void> | void;

export const everyone: Access = () => undefined;

/** Admits everyone within the rate limits for payers. Pages take turns, so that a flood of them does not delay the API. */
export function payersBy({ admitPage }: PayerGuard): Access {
  const takeTurn = createPageTurns();
  return async (ctx) => {
    await admitPage(ctx.ip);
    await takeTurn();
  };
}

/** Admits the operator, by a token, even from a blocked address. Requests with a wrong token are counted by address. */
export function operatorWith(token: string, failures: Limiter): Access {
  return async ({ req, ip }) => {
    if (isSame(readBearerToken(req), token)) return;
    await failures.take(keyOfAddress(ip));
    throw invalidToken();
  };
}

/** Admits anyone with a token that has these scopes. Stores the token's owner in `ctx.state.principal`. */
export function accountBy({ authenticate }: Guard, scopes: readonly Scope[]): Access {
  return async (ctx) => {
    const principal = await authenticate(readBearerToken(ctx.req), askerOf(ctx));
    if (!principal) throw invalidToken();
    requireScope(principal, scopes);
    ctx.state.principal = principal;
  };
}

/** Describes a request's sender to a guard. */
export function askerOf({ ip, state }: Context) {
  return { requestId: state.requestId, remoteAddress: ip || undefined, scheme: 'bearerAuth', principal: undefined };
}

/** Compares two strings in a time that does not depend on their contents. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/**
 * Makes a function that waits until it is a page's turn. Each turn of the event loop lets one page begin, in the order of the
 * requests. API requests do not wait, so a flood of page requests delays only pages.
 */
export function createPageTurns(): () => Promise<void> {
  let waiting: (() => void)[] = [];
  /** How many entries of `waiting` have had their turn. Removing them one by one would move all others each time. */
  let begun = 0;
  let isFree = true;
  const next = () => {
    const begin = waiting[begun];
    begun += 1;
    if (begin) {
      begin();
      setImmediate(next);
    } else {
      waiting = [];
      begun = 0;
      isFree = true;
    }
  };
  return () => {
    if (!isFree) return new Promise((resolve) => waiting.push(resolve));
    isFree = false;
    setImmediate(next);
    return Promise.resolve();
  };
}
