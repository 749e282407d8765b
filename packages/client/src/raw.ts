/** openapi-fetch over the contract's paths, for what the calls by name leave out. An entry of its own: who does not use it does not carry it. */
import { UnexpectedAnswerError } from './errors/unexpected-answer-error.ts';
import { createBareClient, type RawClient } from './openapi-fetch.ts';
import { type ClientOptions, readOptions } from './read-options.ts';
import { sendAttempt } from './send-attempt.ts';

export type { RawClient };

/**
 * Makes a raw client with base URL, token and time-out set. Nothing is sent again, hooks are not told, answers are unchecked, and
 * wrong ones do not throw. Throws a TypeError at once when an option is missing or wrong.
 */
export function createRawClient(options: ClientOptions): RawClient {
  const checked = readOptions(options);
  const timeoutMs = Math.min(checked.timeoutMs, checked.attemptTimeoutMs);
  return createBareClient({
    baseUrl: checked.baseUrl,
    fetch: async (request) => {
      const { url, method, signal } = request;
      const headers = Object.fromEntries(request.headers.entries());
      const body = (await request.text()) || null;
      const { status, headers: answered, text } = await sendAttempt(checked, { url, method, headers, body, timeoutMs, signal });
      // In a browser a redirect that was not followed has status 0, which no Response can be made with.
      if (status < 200) throw new UnexpectedAnswerError(`${url} answered with a redirect. Check the base URL.`, { status });
      return new Response([204, 205, 304].includes(status) ? null : text, { status, headers: answered });
    },
  });
}
