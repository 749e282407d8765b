/** Seconds until the next try is welcome, from Retry-After as seconds or as a date (RFC 9110 §10.2.3); undefined when absent or neither. */
export function readRetryAfter(headers: Headers | undefined, now: number = Date.now()): number | undefined {
  const value = headers?.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
