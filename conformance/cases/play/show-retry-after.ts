/** Writes what an attempt was responded to with, and which of its two forms the `Retry-After` had. */
export function showRetryAfter(retryAfter: string, status = 503): string {
  return `${status} with Retry-After: ${retryAfter} (${/^\d+$/.test(retryAfter) ? 'seconds' : 'an HTTP date'})`;
}
