/** The beginning of a message: its first line, and its headers as they were written. */
export interface Head {
  line: string;
  headers: [name: string, value: string][];
}

/** The end of a message's body: after so many bytes, after the last chunk, or where the connection ends. */
export type Ending = { bytes: number } | 'chunked' | 'close';

/** Thrown where bytes are no HTTP/1 message: what follows cannot be told apart any more. */
export class NoHttp extends Error {
  override name = 'NoHttp';
}

/**
 * Reads the head of a message.
 * @throws NoHttp
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

/** Returns where the body of a request ends. */
export function endingOfRequest({ headers }: Head): Ending {
  return declaredEnding(headers) ?? { bytes: 0 };
}

/** Returns where the body of a response to a request with this method ends. */
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
