import { makeId } from '@payment-invoice/kit/ids';
import { commonHeaders } from '@payment-invoice/stubs';
import type { Middleware } from 'koa';
import type { Services } from '../handlers/services.ts';
import { pageTarget } from '../pages/page-target.ts';
import { clientAddress } from './client-address.ts';

export function nameRequest({ now, randomBytes }: Pick<Services, 'now' | 'randomBytes'>): string {
  return makeId('req', now(), randomBytes);
}

/** The headers in which a browser lists preferences and cached versions. Each is parsed item by item. */
const lists = ['accept', 'accept-encoding', 'accept-language', 'cache-control', 'if-none-match'] as const;
/** The maximum number of characters of such a header that are read, ten times what browsers send. */
const longestList = 1_024;

/**
 * Gives every request an id and its client's address, and reduces the target of a page to what Koa can read. Lists with thousands
 * of items are ignored, because reading them would cost more than the page. The API gets targets as they were sent, and reads
 * none of these lists.
 */
export function identifyRequest(services: Services, trustedProxies: number): Middleware {
  return (ctx, next) => {
    const { req, state } = ctx;
    state.requestId = nameRequest(services);
    // Otherwise Koa would use what a proxy wrote without checking it.
    ctx.request.ip = clientAddress(req, trustedProxies);
    const sent = req.url ?? '';
    if (!sent.startsWith('/api/')) {
      ctx.originalUrl = req.url = pageTarget(sent) ?? sent;
      for (const name of lists) if ((req.headers[name]?.length ?? 0) > longestList) delete req.headers[name];
    }
    return next();
  };
}

/** Sets the headers that every response has. The API sets its own. */
export function setCommonHeaders(): Middleware {
  return (ctx, next) => {
    ctx.set(commonHeaders(ctx.state.requestId));
    return next();
  };
}
