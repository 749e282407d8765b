/**
 * Reads how many seconds the service asks to wait, from `Retry-After` as whole seconds or as an HTTP date (RFC 9110 §10.2.3);
 * undefined when it is absent or malformed.
 * A date counts from the response's own `Date`, so that a wrong clock on either side does no harm; from `now` where it has none.
 */
export function readRetryAfter(headers: Pick<Headers, 'get'> | undefined, now: number = Date.now()): number | undefined {
  const value = headers?.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  // Platforms read "1.5" and "-5" as dates of long ago: to wait 0 s, where the service asked for a pause.
  const date = /^[A-Z].* GMT$/.test(value) && Date.parse(value);
  if (!date) return undefined;
  const sentAt = Date.parse(headers?.get('date') ?? '') || now;
  return Math.max(0, Math.ceil((date - sentAt) / 1000));
}
