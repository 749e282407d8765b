import { makeId } from '@payment-invoice/kit/ids';
import { commonHeaders } from '@payment-invoice/stubs';
import type { Middleware } from 'koa';
import type { Services } from '../handlers/services.ts';
import { pageTarget } from '../pages/page-target.ts';
import { clientAddress } from './client-address.ts';

export function nameRequest({ now, randomBytes }: Pick<Services, 'now' | 'randomBytes'>): string {
  return makeId('req', now(), randomBytes);
}

/** Headers in which a browser says what it prefers and has: each is read item by item. */
const lists = ['accept', 'accept-encoding', 'accept-language', 'cache-control', 'if-none-match'] as const;
/** The longest of them that is read; those of browsers are a tenth of it. */
const longestList = 1_024;

/**
 * Names every request and its client, and reduces the target of a page to what Koa can read. Lists of thousands of items count as not sent: to read
 * them would cost more than the page. The API takes targets as they were sent, and reads none of these lists.
 */
export function identifyRequest(services: Services, trustedProxies: number): Middleware {
  return (ctx, next) => {
    const { req, state } = ctx;
    state.requestId = nameRequest(services);
    // Otherwise Koa takes what a proxy wrote as it is.
    ctx.request.ip = clientAddress(req, trustedProxies);
    const sent = req.url ?? '';
    if (!sent.startsWith('/api/')) {
      ctx.originalUrl = req.url = pageTarget(sent) ?? sent;
      for (const name of lists) if ((req.headers[name]?.length ?? 0) > longestList) delete req.headers[name];
    }
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
