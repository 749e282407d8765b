import type { ReadResponse } from '../http/read-text.ts';
import { tryTo } from '../options/try-to.ts';
import { errorForResponse, unexpected } from '../response/error-for-response.ts';
import { maskHeaders } from '../response/mask-secrets.ts';
import { readSuccess } from '../response/read-invoice.ts';
import type { Problem } from '../types.ts';
import type { CallsByPath } from './api-client.ts';
import type { Method, Parts } from './ride-openapi-fetch.ts';

/**
 * A result in the form of openapi-fetch, except that the `error` of a failure is never empty: it is the problem, or an error
 * about whatever came instead.
 */
export interface Result {
  data?: unknown;
  error?: object;
  response: Response;
}

/**
 * Makes a result whose response is built only when somebody reads it, because few callers do and building it costs a fifth of a
 * call.
 */
function resultOf({ status, headers, text, secrets }: ReadResponse, parts: Omit<Result, 'response'>): Result {
  let made: Response | undefined;
  return {
    ...parts,
    get response() {
      // A Response cannot be constructed with a status outside of HTTP: in a browser, a redirect that was not followed has status
      // 0. With 204, 205 and 304 it can only be constructed without a body.
      made ??=
        tryTo(
          () => new Response([204, 205, 304].includes(status) ? null : text, { status, headers: maskHeaders(headers, secrets) }),
        ) ?? Response.error();
      return made;
    },
  };
}

const methods: Method[] = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'];

/**
 * Makes calls by path from `send`, which passes each response to its argument `read`. `read` throws an error for any response
 * other than a success. A call throws only when no response came.
 */
export function makeCallsByPath<Options>(
  send: (method: Method, path: string, init: Parts & Options, read: (response: ReadResponse) => Result) => Promise<Result>,
): CallsByPath<Options> {
  const callBy = (method: Method) => async (path: string, init: Parts & Options) => {
    let refused: ReadResponse | undefined;
    let refusal: unknown;
    try {
      return await send(method, path, init, (response) => {
        try {
          // A successful DELETE may have no body.
          return resultOf(response, { data: method !== 'POST' && response.status === 204 ? undefined : readSuccess(response) });
        } catch (reason) {
          refused = response;
          refusal = reason;
          throw reason;
        }
      });
    } catch (reason) {
      if (!refused || reason !== refusal) throw reason;
      return resultOf(refused, { error: (reason as { problem?: Problem }).problem ?? errorForResponse(refused, unexpected) });
    }
  };
  return Object.fromEntries(methods.map((method) => [method, callBy(method)])) as unknown as CallsByPath<Options>;
}
