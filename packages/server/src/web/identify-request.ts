import { commonHeaders } from '@payment-invoice/stubs';
import type { Middleware } from 'koa';
import { makeId } from '../engine/make-id.ts';
import type { Services } from '../handlers/services.ts';

/** A new request's name. */
export function nameRequest({ now, randomBytes }: Pick<Services, 'now' | 'randomBytes'>): string {
  return makeId('req', now(), randomBytes);
}

/** Names every request, and gives every answer its name. */
export function identifyRequest(services: Services): Middleware {
  return async (ctx, next) => {
    const requestId = nameRequest(services);
    ctx.state.requestId = requestId;
    ctx.set(commonHeaders(requestId));
    await next();
  };
}
