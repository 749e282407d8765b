import { isSendable } from '../options/read-headers.ts';
import type { Call } from './call.ts';
import { userAgent } from './user-agent.ts';

/**
 * Makes the headers of one attempt, without the token, that a hook may still change. From the second attempt on they tell the
 * service which one it is.
 */
export function makeHeaders({ headers, idempotencyKey }: Call, attempt: number): Record<string, string> {
  const agent = userAgent();
  return {
    ...(agent && { 'user-agent': agent, ...(attempt > 1 && { 'x-client-attempt': `${attempt}` }) }),
    ...headers,
    'content-type': 'application/json',
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  };
}

/** Drops what cannot be sent, and says so: a hook's header must not break a payment. */
export function dropUnsendable(headers: Record<string, string>): Record<string, string> {
  for (const name in headers) {
    if (isSendable(name, headers[name] as string)) continue;
    console.error(new TypeError(`The header ${JSON.stringify(name)} of a hook cannot be sent.`));
    delete headers[name];
  }
  return headers;
}
