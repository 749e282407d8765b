import { isSendable } from '../options/read-options.ts';
import { version } from '../version.ts';

/**
 * Makes the headers of one attempt, without the token; a hook may still change them. From the second attempt on they carry the
 * attempt's number. In browsers the client does not name itself, because a browser sends its own name, and any other header would
 * need a CORS preflight.
 */
export function makeHeaders(built: Headers, attempt = 1): Record<string, string> {
  const isBrowser = (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent?.includes('Mozilla');
  return {
    ...(!isBrowser && {
      'user-agent': `payment-invoice-client/${version}`,
      ...(attempt > 1 && { 'x-client-attempt': `${attempt}` }),
    }),
    ...Object.fromEntries(built),
  };
}

/** Drops headers that cannot be sent and logs each one, because a hook's header must not break a payment. */
export function dropUnsendable(headers: Record<string, string>): Record<string, string> {
  for (const name in headers) {
    if (isSendable(name, headers[name] as string)) continue;
    console.error(new TypeError(`The header ${JSON.stringify(name)} of a hook cannot be sent.`));
    delete headers[name];
  }
  return headers;
}
