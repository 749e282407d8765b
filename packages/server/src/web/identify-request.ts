import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4, isIPv6 } from 'node:net';
import { makeId } from '@payment-invoice/kit/ids';
import { commonHeaders } from '@payment-invoice/stubs';
import type { Middleware } from 'koa';
import type { Services } from '../handlers/services.ts';

export function nameRequest({ now, randomBytes }: Pick<Services, 'now' | 'randomBytes'>): string {
  return makeId('req', now(), randomBytes);
}

/** The headers in which a browser sends lists, such as preferences or cached versions. They are parsed item by item. */
const lists = ['accept', 'accept-encoding', 'accept-language', 'cache-control', 'if-none-match'] as const;
/** The maximum number of characters of one of these headers, ten times as many as browsers send. A longer header is removed. */
const longestList = 1_024;

/**
 * Assigns an id and the client's address to every request. For pages, it also shortens the request's target to what Koa can
 * parse, and removes lists with thousands of items, because parsing them would take longer than making the page. Requests to the
 * API keep their targets, and the API reads none of these lists.
 */
export function identifyRequest(services: Services, trustedProxies: number): Middleware {
  return (ctx, next) => {
    const { req, state } = ctx;
    state.requestId = nameRequest(services);
    // The address is set here, because Koa would accept any text that a proxy has sent.
    ctx.request.ip = clientAddress(req, trustedProxies);
    const sent = req.url ?? '';
    if (!sent.startsWith('/api/')) {
      ctx.originalUrl = req.url = pageTarget(sent) ?? sent;
      for (const name of lists) if ((req.headers[name]?.length ?? 0) > longestList) delete req.headers[name];
    }
    return next();
  };
}

/** Sets the common headers of every response that Koa sends. Responses of the API already include these headers. */
export function setCommonHeaders(): Middleware {
  return (ctx, next) => {
    ctx.set(commonHeaders(ctx.state.requestId));
    return next();
  };
}

/** The maximum number of characters of a target that are read. Node.js accepts longer targets, which no page has. */
const longestTarget = 2_048;
/** The maximum number of characters of a query that are read. It is low, because Koa's parser takes quadratic time. */
const longestQuery = 256;

/**
 * Returns the path and the query of a request's target, which may be an absolute URL (RFC 9112 §3.2.2). Returns undefined if the
 * target has no path. Koa itself would throw for such a target, and the error would contain the whole target. Cuts off the end
 * of a long target, to save the time for parsing it.
 */
export function pageTarget(target: string): string | undefined {
  const sent = target.slice(0, longestTarget);
  const { pathname = sent, search = '' } = !sent.startsWith('/') && URL.canParse(sent) ? new URL(sent) : {};
  // Removes a fragment, and everything after a space, because with either of them Koa would parse the target as an absolute URL.
  const found = /^\/[^\s#]*/.exec(pathname + search)?.[0];
  const query = found?.indexOf('?') ?? -1;
  return query < 0 ? found : found?.slice(0, query + longestQuery);
}

/** The maximum length of an address in X-Forwarded-For: IPv6 with an IPv4 part, brackets, a zone and a port. */
const longestEntry = 100;

/**
 * Returns the address of the client: the first valid address among the last `trustedProxies` entries of X-Forwarded-For or, if
 * there is none, the address at the other end of the connection. Each proxy appends the address from which it was called. So if
 * an entry is invalid, the entry after it is the address of the proxy that wrote the invalid one.
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const sent = trustedProxies > 0 ? headers['x-forwarded-for'] : undefined;
  // Node.js joins several headers with this name into one string.
  const entries = typeof sent === 'string' ? sent.split(',').slice(-trustedProxies) : [];
  for (const entry of entries) {
    const address = readAddress(entry);
    if (address !== undefined) return address;
  }
  // After a connection is closed, its remote address is undefined.
  return socket.remoteAddress ?? 'unknown';
}

/**
 * Reads an address as proxies write it, perhaps with a port, brackets and a zone. Leaves these out: the port, for example, is
 * different for each connection. Returns undefined for a word such as `unknown` or `_hidden` (RFC 7239 §6).
 */
export function readAddress(text: string): string | undefined {
  if (text.length > longestEntry) return undefined;
  const entry = text.trim();
  const bracketed = /^\[([^\]]+)\](?::[\w.-]+)?$/.exec(entry)?.[1];
  if (bracketed !== undefined) return isIPv6(bracketed) ? withoutZone(bracketed) : undefined;
  if (isIP(entry) !== 0) return withoutZone(entry);
  const [host = '', port] = entry.split(':', 2);
  return isIPv4(host) && port !== undefined && /^[\w.-]+$/.test(port) && entry === `${host}:${port}` ? host : undefined;
}

/** Removes the zone, which is the name of an interface of the machine that wrote the address. */
const withoutZone = (address: string): string => address.split('%', 1)[0] ?? address;
