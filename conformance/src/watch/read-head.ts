/** The head of a message: its first line, and its headers as they were written. */
export interface Head {
  line: string;
  headers: [name: string, value: string][];
}

/** The end of a message's body: after a number of bytes, after the last chunk, or with the connection. */
export type Ending = { bytes: number } | 'chunked' | 'close';

/** Thrown where bytes are no HTTP/1 message, so that the rest of the connection cannot be read either. */
export class NoHttp extends Error {
  override name = 'NoHttp';
}

/**
 * Reads the head of a message.
 * @throws NoHttp where it is no HTTP/1 head
 */
export function readHead(text: string): Head {
  const [line = '', ...rest] = text.split('\r\n');
  if (!/^(HTTP\/1\.[01] \d{3}|\S+ \S+ HTTP\/1\.[01]$)/.test(line)) throw new NoHttp('no HTTP/1 message');
  const headers = rest.map((header): [string, string] => {
    const at = header.indexOf(':');
    if (at < 1) throw new NoHttp('a header without a name');
    return [header.slice(0, at), header.slice(at + 1).trim()];
  });
  return { line, headers };
}

/**
 * Returns where the body of a request ends.
 * @throws NoHttp where its Content-Length is no number
 */
export function endingOfRequest({ headers }: Head): Ending {
  return declaredEnding(headers) ?? { bytes: 0 };
}

/**
 * Returns where the body of a response to this method ends.
 * @throws NoHttp where its Content-Length is no number
 */
export function endingOfResponse({ line, headers }: Head, method: string): Ending {
  const status = Number(line.slice(9, 12));
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return { bytes: 0 };
  return declaredEnding(headers) ?? 'close';
}

function declaredEnding(headers: Head['headers']): Ending | undefined {
  const valueFor = (wanted: string): string | undefined => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  if (/\bchunked\b/i.test(valueFor('transfer-encoding') ?? '')) return 'chunked';
  const length = valueFor('content-length');
  if (length === undefined) return undefined;
  if (!/^\d+$/.test(length)) throw new NoHttp('a Content-Length that is no number');
  return { bytes: Number(length) };
}
