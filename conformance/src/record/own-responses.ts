import { type Exchange, type HttpResponse, isSuccess, responseHeader, responseObject } from '../http/exchange.ts';
import { attempt } from '../text/attempt.ts';

/** A response below `/api/` that the deployment itself wrote, rather than something in front of it. */
export interface Own {
  exchange: Exchange;
  response: HttpResponse;
}

export function ownResponses(exchanges: readonly Exchange[]): Own[] {
  return exchanges.flatMap((exchange) => {
    const { request, answer: response } = exchange;
    if (response === undefined || !request.path.startsWith('/api/')) return [];
    return isFromBefore(request, response) ? [] : [{ exchange, response }];
  });
}

/** Returns whether a gateway, a front server or an HTTP library responded before the deployment's own code. */
function isFromBefore(request: Exchange['request'], response: HttpResponse): boolean {
  if ([502, 503, 504].includes(response.status)) return responseObject(response)?.code === undefined;
  // A server that checks hosts, or a front that serves several sites, may give any response for an unknown host.
  if (namesStrangeHost(request)) return !isProblem(response) && !isSuccess(response);
  if (!knowsMethod(request.method)) return unheardMethod.includes(response.status) && !isProblem(response);
  // The contract does not state how such a target is refused. A firewall may choose another status than an HTTP library.
  if (!isReadable(request.path)) return response.status >= 400 && response.status < 500 && !isProblem(response);
  // Some libraries refuse malformed or very long requests.
  const isBare = response.text === '' && responseHeader(response, 'content-type') === undefined;
  return unheard.includes(response.status) && (isBare || (isLong(request) && !isProblem(response)));
}

/** A host that no deployment has. A case sends it to find out whether the deployment repeats it. */
export const strangeHost = 'nobody.example';

const namesStrangeHost = ({ headers }: Exchange['request']): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'host' && value === strangeHost);

/** Methods that every server knows (RFC 9110, 5789 and 4918). */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH', 'PROPFIND'];

/** Returns whether every server passes a method on to the application. */
export function knowsMethod(method: string): boolean {
  return methods.includes(method);
}

/** Statuses for an unknown method (RFC 9110, section 9.1), including those that parsers send instead. */
const unheardMethod = [400, 405, 501];

/** A path with query as RFC 3986 defines it and HTTP demands it (RFC 9112, section 3.2). */
const target = /^\/(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*$/i;

/** Returns whether every server accepts a path: well-formed UTF-8, without empty segments or escaped NUL, `%`, `/` and `\`. */
function isReadable(path: string): boolean {
  if (!target.test(path) || /\/\/|%(?:00|25|2f|5c)/i.test(path.replace(/\?.*$/s, ''))) return false;
  return attempt(() => decodeURIComponent(path)) !== undefined;
}

/** Statuses with which an HTTP library refuses a request itself. */
const unheard = [400, 414, 431];

/** Returns whether the target and headers are longer than what every server accepts (RFC 9110, sections 4.1 and 5.4). */
function isLong({ path, headers }: Exchange['request']): boolean {
  return headers.reduce((length, [name, value]) => length + name.length + value.length, path.length) > 8000;
}

export const isProblem = (response: HttpResponse): boolean =>
  /^application\/problem\+json\s*(;|$)/i.test(responseHeader(response, 'content-type') ?? '');
