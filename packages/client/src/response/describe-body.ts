import type { FetchHeaders } from '../call/read-text.ts';

/** Describes a response's body in a few words for a message: `text/html "<!DOCTYPE html>"`, `an empty body`. */
export function describeBody(headers: FetchHeaders, text: string): string {
  const start = text.trim().replace(/\s+/g, ' ');
  if (!start) return 'an empty body';
  return `${mediaTypeOf(headers) || 'no Content-Type and'} ${JSON.stringify(start.slice(0, 80))}`;
}

/** Reads the Content-Type without parameters, in lower case; undefined where there is none. */
export function mediaTypeOf(headers: FetchHeaders): string | undefined {
  return headers.get('content-type')?.split(/[;\s]/)[0]?.toLowerCase();
}
