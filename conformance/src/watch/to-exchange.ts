import { isUtf8 } from 'node:buffer';
import type { Exchange } from '../http/exchange.ts';
import { unpackBody } from '../http/unpack-body.ts';
import type { Message } from './message-reader.ts';
import type { Observed } from './observe-connection.ts';

/** Converts observed traffic to an exchange; undefined where its path or one of its bodies cannot be read. */
export function toExchange({ request, response, startedAt, milliseconds }: Observed, upstream: URL): Exchange | undefined {
  const [method = '', target = ''] = request.line.split(' ');
  const address = target.startsWith('/') ? `${upstream.origin}${target}` : target;
  if (!URL.canParse(address)) return undefined;
  const { pathname, search } = new URL(address);
  const url = `${upstream.origin}${pathname}${search}`;
  const body = readText(request);
  if (body === undefined) return undefined;
  const sent = {
    url,
    request: { method, path: `${pathname}${search}`, headers: request.headers, ...(body.text !== '' && { body: body.text }) },
    startedAt: new Date(startedAt).toISOString(),
    milliseconds,
  };
  if (response === undefined) return { ...sent, failure: 'the connection was closed before a response came' };
  const text = readText(response);
  if (text === undefined) return undefined;
  const headers = response.headers.map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  return { ...sent, answer: { status: Number(response.line.slice(9, 12)), headers, ...text } };
}

function readText({ headers, body, isWhole }: Message): { text: string; unreadable?: true } | undefined {
  if (!isWhole) return undefined;
  const encodings = headers.flatMap(([name, value]) => (name.toLowerCase() === 'content-encoding' ? [value] : []));
  const { bytes, unread } = unpackBody(body, encodings);
  if (unread !== undefined) return undefined;
  return { text: bytes.toString('utf8'), ...(!isUtf8(bytes) && { unreadable: true as const }) };
}
