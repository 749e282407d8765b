import { isUtf8 } from 'node:buffer';
import type { Exchange, HttpResponse } from '../http/exchange.ts';

/** The reason why an entry cannot be judged. */
export interface Unread {
  unread: string;
}

type Fields = Record<string, unknown>;

/** Maximum number of characters of a body that are judged. */
const most = 256 * 1024;

/** Reads an entry of a HAR as an exchange. An entry with missing fields or wrong types is returned as unread. */
export function readEntry(text: string): Exchange | Unread {
  let entry: unknown;
  try {
    entry = JSON.parse(text);
  } catch {
    return { unread: 'is no JSON' };
  }
  const { request, response, startedDateTime, time } = fieldsOf(entry);
  const { method, url, headers, postData } = fieldsOf(request);
  if (typeof url !== 'string' || !URL.canParse(url) || typeof method !== 'string')
    return { unread: 'has no request with a method and a URL' };
  if (typeof startedDateTime !== 'string' || Number.isNaN(Date.parse(startedDateTime)))
    return { unread: 'has no startedDateTime' };
  const { pathname, search } = new URL(url);
  const body = fieldsOf(postData).text;
  const answer = readResponse(fieldsOf(response));
  if (answer && 'unread' in answer) return answer;
  return {
    url,
    request: {
      method,
      path: `${pathname}${search}`,
      headers: readHeaders(headers),
      ...(typeof body === 'string' && { body: body.slice(0, most) }),
    },
    ...(answer ? { answer } : { failure: 'no response is on record' }),
    startedAt: new Date(startedDateTime).toISOString(),
    milliseconds: typeof time === 'number' && time >= 0 ? Math.round(time) : 0,
  };
}

function readResponse({ status, headers, content }: Fields): HttpResponse | Unread | undefined {
  if (typeof status !== 'number' || status < 100) return undefined;
  const { text, encoding, size } = fieldsOf(content);
  const named = readHeaders(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  if (typeof text !== 'string') {
    // A browser leaves out a body that it was asked to omit, or that it no longer has. Such a body was not empty.
    return typeof size === 'number' && size > 0
      ? { unread: 'was recorded without its body' }
      : { status, headers: named, text: '' };
  }
  const bytes = encoding === 'base64' ? Buffer.from(text, 'base64') : undefined;
  const whole = bytes ? bytes.toString('utf8') : text;
  if (/… \(\d+ characters more\)$/.test(whole) || whole.length > most) return { unread: 'was recorded with a part of its body' };
  return { status, headers: named, text: whole, ...(bytes && !isUtf8(bytes) && { unreadable: true as const }) };
}

function readHeaders(headers: unknown): [string, string][] {
  if (!Array.isArray(headers)) return [];
  return headers.flatMap((header): [string, string][] => {
    const { name, value } = fieldsOf(header);
    // Browsers record HTTP/2 pseudo-headers, which begin with a colon.
    return typeof name === 'string' && typeof value === 'string' && !name.startsWith(':') ? [[name, value]] : [];
  });
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
