import type { PaymentApiError } from '../errors/payment-api-error.ts';
import type { ReadResponse } from '../http/read-text.ts';
import { errorForResponse } from '../response/error-for-response.ts';
import { maskHeaders } from '../response/mask-secrets.ts';
import { readSuccess } from '../response/read-invoice.ts';
import type { CallsByPath } from './api-client.ts';
import type { Method, Parts } from './ride-openapi-fetch.ts';

/** A result as openapi-fetch gives it, but that `error` is never empty: it is the problem, or what came in its place. */
export interface Result {
  data?: unknown;
  error?: object;
  response: Response;
}

/** The results of failed calls, by their errors. */
const failed = new WeakMap<object, Result>();

/** Makes a result whose response is built when somebody looks at it: few do, and it costs a fifth of a call. */
function resultOf(parts: Omit<Result, 'response'>, { status, headers, text, secrets }: ReadResponse): Result {
  let made: Response | undefined;
  return {
    ...parts,
    get response() {
      // In a browser a redirect that was not followed has status 0, which no Response can be made with.
      made ??=
        status < 200
          ? Response.error()
          : new Response([204, 205, 304].includes(status) ? null : text, { status, headers: maskHeaders(headers, secrets) });
      return made;
    },
  };
}

/** Reads a response to any operation. Throws the error of one that is no success, which says whether to send again; the call gives its result all the same. */
export function readResult(read: ReadResponse, method: string): Result {
  // A delete may have nothing to show.
  if (method !== 'POST' && read.status === 204) return resultOf({ data: undefined }, read);
  try {
    return resultOf({ data: readSuccess(read) }, read);
  } catch (reason) {
    const error = (reason as PaymentApiError).problem ?? errorForResponse(read, { isRaw: true });
    failed.set(reason as object, resultOf({ error }, read));
    throw reason;
  }
}

const methods: Method[] = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'];

/** Makes calls by path of a function that reads each response with `readResult`. They throw only where no response came. */
export function makeCallsByPath<Options>(
  send: (method: Method, path: string, init: Parts & Options) => Promise<Result>,
): CallsByPath<Options> {
  const callBy = (method: Method) => async (path: string, init: Parts & Options) => {
    try {
      return await send(method, path, init);
    } catch (reason) {
      const result = failed.get(reason as object);
      if (result) return result;
      throw reason;
    }
  };
  return Object.fromEntries(methods.map((method) => [method, callBy(method)])) as unknown as CallsByPath<Options>;
}
