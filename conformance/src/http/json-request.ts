import { bearerToken } from '../text/marks.ts';
import type { RequestSpec } from './exchange.ts';

/** Makes a POST request with a JSON body and the run's token. */
export function jsonRequest(path: string, body: unknown): RequestSpec {
  return {
    method: 'POST',
    path,
    headers: [
      ['Authorization', bearerToken],
      ['Content-Type', 'application/json'],
    ],
    body: JSON.stringify(body),
  };
}

/** Returns a copy of a request or a response with a header set. Replaces headers of the same name. */
export function withHeader<Message extends Pick<RequestSpec, 'headers'>>(message: Message, name: string, value: string): Message {
  const others = message.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  return { ...message, headers: [...others, [name, value]] };
}

/** Returns a copy of the request with the idempotency key. Returns the request itself if `key` is undefined. */
export const withKey = (spec: RequestSpec, key: string | undefined): RequestSpec =>
  key === undefined ? spec : withHeader(spec, 'Idempotency-Key', key);
