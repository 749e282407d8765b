/**
 * Seconds until the next try is welcome, from Retry-After as seconds or as a date (RFC 9110 §10.2.3); undefined when absent or neither.
 * A date counts from the answer's own Date where it has one, so that a wrong clock on either side does no harm.
 */
export function readRetryAfter(headers: Headers | undefined, now: number = Date.now()): number | undefined {
  const value = headers?.get('retry-after');
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  const sent = Date.parse(headers?.get('date') ?? '') || now;
  return date ? Math.max(0, Math.ceil((date - sent) / 1000)) : undefined;
}
