import { commonHeaders } from '@payment-invoice/stubs';
import type { Middleware } from 'koa';
import { makeId } from '../engine/make-id.ts';
import type { Services } from '../handlers/services.ts';
import { pageTarget } from './page-target.ts';

/** Makes the name of a new request. */
export function nameRequest({ now, randomBytes }: Pick<Services, 'now' | 'randomBytes'>): string {
  return makeId('req', now(), randomBytes);
}

/** Names every request, and reduces the target of a page to what Koa can read. The API takes targets as they were sent. */
export function identifyRequest(services: Services): Middleware {
  return (ctx, next) => {
    const { req, state } = ctx;
    state.requestId = nameRequest(services);
    const sent = req.url ?? '';
    if (!sent.startsWith('/api/')) ctx.originalUrl = req.url = pageTarget(sent) ?? sent;
    return next();
  };
}

/** Sets the headers that every response carries; the API sets them on its own. */
export function setCommonHeaders(): Middleware {
  return (ctx, next) => {
    ctx.set(commonHeaders(ctx.state.requestId));
    return next();
  };
}
