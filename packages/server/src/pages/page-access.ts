import { createHash, timingSafeEqual } from 'node:crypto';
import { keyOfAddress, type Limiter } from '@payment-invoice/kit/rates';
import { type Guard, requireScope, type Scope } from '@payment-invoice/kit/tokens';
import { invalidToken, readBearerToken } from '@payment-invoice/stubs';
import type { Context } from 'koa';
import type { PayerGuard } from '../rates/payer-guard.ts';

/** Decides who may ask for a page. @throws ProblemError when this request may not */
export type Access = (ctx: Context) => Promise<void> | void;

export const everyone: Access = () => undefined;

/** Lets everyone in as often as payers may come, one in each turn of the event loop: no flood of pages holds up the API. */
export function payersBy({ admitPage }: PayerGuard): Access {
  const takeTurn = createPageTurns();
  return async (ctx) => {
    await admitPage(ctx.ip);
    await takeTurn();
  };
}

/** Lets in only the operator, by this token. Wrong ones are counted by address, and a right one passes whatever was counted. */
export function operatorWith(token: string, failures: Limiter): Access {
  return async ({ req, ip }) => {
    if (isSame(readBearerToken(req), token)) return;
    await failures.take(keyOfAddress(ip));
    throw invalidToken();
  };
}

/** Lets in whoever has a token with these scopes, and keeps the account that it is of as `ctx.state.principal`. */
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

/** Takes the same time whatever the two are. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/**
 * Lets one page begin in each turn of the event loop, in the order in which they were asked for. The API's requests of a turn are all
 * handled, so that a flood of pages makes only pages wait. Returns the function that waits for the turn of a page.
 */
export function createPageTurns(): () => Promise<void> {
  let waiting: (() => void)[] = [];
  /** Those of `waiting` that have begun: taking each off the front would move all others. */
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
