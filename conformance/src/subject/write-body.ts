import type { PlainFacts } from '../contract/contract.ts';
import type { BodyPart } from '../contract/plain/facts.ts';
import type { RequestSpec } from '../http/exchange.ts';
import { encodeQuery, isEntries, joinPairs, type Pair, writeParameter } from './write-parameter.ts';

/** A body with its media type, which for a multipart body names the boundary. */
export interface WrittenBody extends Pick<RequestSpec, 'body' | 'encoding'> {
  type: string;
}

const boundary = 'part-5f1c9d3b7a2e4c60';

/** Writes the value of a body in its media type: as JSON, as a form, as parts, or as plain text or bytes. */
export function writeBody({ mediaType, parts }: Pick<PlainFacts, 'mediaType' | 'parts'>, value: unknown): WrittenBody {
  if (/json/i.test(mediaType)) return { type: mediaType, body: JSON.stringify(value) };
  if (/^multipart\//i.test(mediaType) && isEntries(value)) {
    const written = Object.entries(value).flatMap(([name, one]) => writePart(name, one, parts.get(name) ?? {}));
    const body = [...written.map((part) => `--${boundary}\r\n${part}\r\n`), `--${boundary}--\r\n`].join('');
    return { type: `${mediaType}; boundary=${boundary}`, body, encoding: 'latin1' };
  }
  if (!/^application\/x-www-form-urlencoded/i.test(mediaType))
    return { type: mediaType, body: String(value), ...(parts.get('body')?.isFile && { encoding: 'latin1' }) };
  const pairs = Object.entries(isEntries(value) ? value : {}).flatMap(([name, one]) => writeField(name, one, parts.get(name)));
  return { type: mediaType, body: joinPairs(pairs) };
}

/** Writes a field of a form. A list becomes a pair for each item, and an object becomes JSON, unless the document has a style for it. */
function writeField(name: string, value: unknown, style: BodyPart | undefined): Pair[] {
  if (value === undefined || value === null) return [];
  const isStyled = isEntries(value) ? style?.entries !== undefined : style?.between !== undefined;
  if (isStyled) return writeParameter({ name, between: undefined, ...style }, value, encodeQuery);
  return [value].flat().map((one): Pair => [name, encodeQuery(typeof one === 'object' ? JSON.stringify(one) : String(one))]);
}

/** Writes a property as parts of a multipart body. A list becomes a part for each item. */
function writePart(name: string, value: unknown, part: BodyPart): string[] {
  const { type, isFile = false } = part;
  if (value === undefined || value === null) return [];
  const isJson = type === undefined ? isEntries(value) : /json/i.test(type);
  if (Array.isArray(value) && !(isJson && type !== undefined)) return value.flatMap((one) => writePart(name, one, part));
  const shown = isJson ? (type ?? 'application/json') : type;
  // As the browsers write names.
  const quoted = name.replace(/["\r\n]/g, encodeURIComponent);
  const head = [
    `Content-Disposition: form-data; name="${inBytes(quoted)}"${isFile ? `; filename="sample.${endingOf(type)}"` : ''}`,
    ...(shown === undefined ? [] : [`Content-Type: ${shown}`]),
  ];
  const text = isJson && !isFile ? JSON.stringify(value) : String(value);
  return [`${head.join('\r\n')}\r\n\r\n${isFile ? text : inBytes(text)}`];
}

/** Returns the bytes of a text in UTF-8, each as one character. */
const inBytes = (text: string): string => Buffer.from(text).toString('latin1');

const endingOf = (type = ''): string => /^\w+\/(?:x-)?(\w+)$/.exec(type)?.[1]?.replace(/^(octet|plain)$/, 'txt') ?? 'png';
