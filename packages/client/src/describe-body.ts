/** What an answer holds, in a few words for a message: `text/html "<!DOCTYPE html>…"`, `an empty body`. */
export function describeBody(headers: Headers, text: string): string {
  const start = text.trim().replace(/\s+/g, ' ');
  if (!start) return 'an empty body';
  const mediaType = headers.get('content-type')?.split(';')[0]?.trim() || 'no Content-Type and';
  return `${mediaType} ${JSON.stringify(start.length > 80 ? `${start.slice(0, 80)}…` : start)}`;
}
