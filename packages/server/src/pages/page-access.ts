import { createHash, timingSafeEqual } from 'node:crypto';
import { keyOfAddress, type Limiter } from '@payment-invoice/kit/rates';
import { type Guard, requireScope, type Scope } from '@payment-invoice/kit/tokens';
import { invalidToken, readBearerToken } from '@payment-invoice/stubs';
import type { Context } from 'koa';
import type { PayerGuard } from '../rates/payer-guard.ts';

/**
 * Checks whether a page may be requested.
 * @throws ProblemError when the request is refused
 */
export type Access = (ctx: Context) => Promise<void> | void;

export const everyone: Access = () => undefined;

/**
 * Admits everyone, within the limits for payers. One page begins in each turn of the event loop, so that a flood of
 * pages does not delay the API.
 */
export function payersBy({ admitPage }: PayerGuard): Access {
  const takeTurn = createPageTurns();
  return async (ctx) => {
    await admitPage(ctx.ip);
    await takeTurn();
  };
}

/**
 * Admits only the operator, by a token. Wrong tokens are counted by address. The right token is admitted even from a
 * blocked address.
 */
export function operatorWith(token: string, failures: Limiter): Access {
  return async ({ req, ip }) => {
    if (isSame(readBearerToken(req), token)) return;
    await failures.take(keyOfAddress(ip));
    throw invalidToken();
  };
}

/** Admits anyone with a token that has these scopes. Puts the token's owner into `ctx.state.principal`. */
export function accountBy({ authenticate }: Guard, scopes: readonly Scope[]): Access {
  return async (ctx) => {
    const asker = {
      requestId: ctx.state.requestId,
      remoteAddress: ctx.ip || undefined,
      scheme: 'bearerAuth',
      principal: undefined,
    };
    const principal = await authenticate(readBearerToken(ctx.req), asker);
    if (!principal) throw invalidToken();
    requireScope(principal, scopes);
    ctx.state.principal = principal;
  };
}

/** Compares two texts in a time that depends on neither text. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/**
 * Makes a function that waits for a page's turn. In each turn of the event loop, one page begins, in the order of the
 * requests. API requests do not wait, so a flood of pages delays only pages.
 */
export function createPageTurns(): () => Promise<void> {
  let waiting: (() => void)[] = [];
  /**
   * The number of pages at the head of `waiting` that have begun. They stay in the list, because removing the first
   * would move all others.
   */
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
