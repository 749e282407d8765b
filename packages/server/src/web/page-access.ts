import { createHash, timingSafeEqual } from 'node:crypto';
import { invalidToken, readBearerToken } from '@payment-invoice/stubs';
import type { Context } from 'koa';
import type { Guard } from '../rates/create-guard.ts';

/** Decides who may ask for a page. @throws ProblemError when this request may not */
export type Access = (ctx: Context) => Promise<void> | void;

/** Lets everyone in. */
export const everyone: Access = () => undefined;

/** Lets in only the operator, by this token. */
export function operatorWith(token: string): Access {
  return ({ req }) => {
    if (!isSame(readBearerToken(req), token)) throw invalidToken();
  };
}

/** Lets in whoever has the token of an account, and keeps it as `ctx.state.principal`. */
export function accountBy({ authenticate }: Guard): Access {
  return async (ctx) => {
    const asker = { requestId: ctx.state.requestId, remoteAddress: ctx.ip || undefined };
    const principal = await authenticate(readBearerToken(ctx.req), asker);
    if (!principal) throw invalidToken();
    ctx.state.principal = principal;
  };
}

/** Takes the same time whatever the two are. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
