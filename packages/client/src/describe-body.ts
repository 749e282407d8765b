/** What an answer holds, in a few words for a message: `text/html "<!DOCTYPE html>…"`, `an empty body`. */
export function describeBody(headers: Headers, text: string): string {
  const start = text.trim().replace(/\s+/g, ' ');
  if (!start) return 'an empty body';
  return `${mediaTypeOf(headers) || 'no Content-Type and'} ${JSON.stringify(start.replace(/(.{80}).+/, '$1…'))}`;
}

/** The Content-Type without parameters, in lower case; undefined where there is none. */
export function mediaTypeOf(headers: Headers): string | undefined {
  return headers.get('content-type')?.split(/[;\s]/)[0]?.toLowerCase();
}
