import { commonHeaders } from '@payment-invoice/stubs';
import type { Middleware } from 'koa';
import { makeId } from '../engine/make-id.ts';
import type { Services } from '../services.ts';

/** Names every request, and gives every answer its name. */
export function identifyRequest({ now, randomBytes }: Services): Middleware {
  return async (ctx, next) => {
    const requestId = makeId('req', now(), randomBytes);
    ctx.state.requestId = requestId;
    ctx.set(commonHeaders(requestId));
    await next();
  };
}
