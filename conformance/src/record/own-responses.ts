import { type Exchange, type HttpResponse, isSuccess, responseHeader, responseObject } from '../http/exchange.ts';
import { attempt } from '../text/attempt.ts';
import { gatewayStatuses } from '../wire/send-patiently.ts';

/** A response from the deployment itself, and not from a gateway or proxy in front of it, to a request below `/api/`. */
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

/** Returns whether a gateway, a proxy or an HTTP library responded, instead of the deployment's own code. */
function isFromBefore(request: Exchange['request'], response: HttpResponse): boolean {
  if (gatewayStatuses.includes(response.status)) return responseObject(response)?.code === undefined;
  // A proxy, or a server that checks the Host header, may respond to an unknown host name in any way.
  if (namesStrangeHost(request)) return !isProblem(response) && !isSuccess(response);
  if (!knowsMethod(request.method)) return unheardMethod.includes(response.status) && !isProblem(response);
  // The contract does not say how an unusual path is refused. A firewall may use a different status than an HTTP library does.
  if (!isReadable(request.path)) return response.status >= 400 && response.status < 500 && !isProblem(response);
  // Some HTTP libraries themselves refuse requests that are malformed or very long.
  const isBare = response.text === '' && responseHeader(response, 'content-type') === undefined;
  return unheard.includes(response.status) && (isBare || (isLong(request) && !isProblem(response)));
}

/** A host name that no deployment has. A case sends it to see whether the deployment puts it into its responses. */
export const strangeHost = 'nobody.example';

const namesStrangeHost = ({ headers }: Exchange['request']): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'host' && value === strangeHost);

/** Methods that every server knows (RFC 9110, RFC 5789 and RFC 4918). */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH', 'PROPFIND'];

/** Returns whether every server knows this method, and so passes its requests to the application. */
export const knowsMethod = (method: string): boolean => methods.includes(method);

/** Status codes for an unknown method (RFC 9110, section 9.1), including those that HTTP parsers return instead. */
const unheardMethod = [400, 405, 501];

/** Matches a path with an optional query, as RFC 3986 defines it and RFC 9112, section 3.2, requires it. */
const target = /^\/(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*$/i;

/** Returns whether every server accepts a path: valid UTF-8 with no empty segment and no escaped NUL, `%`, `/` or `\`. */
function isReadable(path: string): boolean {
  if (!target.test(path) || /\/\/|%(?:00|25|2f|5c)/i.test(path.replace(/\?.*$/s, ''))) return false;
  return attempt(() => decodeURIComponent(path)) !== undefined;
}

/** Status codes with which an HTTP library itself refuses a request. */
const unheard = [400, 414, 431];

/** Returns whether the path and headers exceed the length that every server must accept (RFC 9110, sections 4.1 and 5.4). */
function isLong({ path, headers }: Exchange['request']): boolean {
  return headers.reduce((length, [name, value]) => length + name.length + value.length, path.length) > 8000;
}

export const isProblem = (response: HttpResponse): boolean =>
  /^application\/problem\+json\s*(;|$)/i.test(responseHeader(response, 'content-type') ?? '');
