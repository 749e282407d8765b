import { compileSchema } from '../contract/compile-schema.ts';
import { keyOf, type Operation, type Parameter, type PlainFacts } from '../contract/contract.ts';
import type { BodyPart, Credential } from '../contract/plain/facts.ts';
import { repeatedIn } from '../contract/plain/find-origins.ts';
import { sampleOf } from '../contract/sample-of.ts';
import type { RequestSpec } from '../http/exchange.ts';
import { jsonRequest } from '../http/json-request.ts';
import { bearerToken, tokenAsPair, tokenMark } from '../text/marks.ts';
import { encodeQuery, isEntries, joinPairs, type Pair, writeParameter } from './write-parameter.ts';

/** Values of an operation's request by name: its parameters and the properties of its body. */
export type Inputs = Record<string, unknown>;

/** Makes a request of an operation with these values, each in its place. A required parameter without a value gets a sample. */
export function requestFor(operation: Operation, values: Inputs): RequestSpec {
  const { parameters, hasBody, method, path, plain } = operation;
  const body = Object.fromEntries(
    Object.entries(values).filter(([name]) => !parameters.some((parameter) => keyOf(parameter) === name)),
  );
  const placed = (place: Parameter['in'], encode: (text: string) => string): Pair[] =>
    parameters.flatMap((parameter) => {
      if (parameter.in !== place) return [];
      const key = keyOf(parameter);
      const value = Object.hasOwn(values, key) ? values[key] : parameter.required ? ownValue(parameter) : undefined;
      return value === undefined ? [] : writeParameter(parameter, value, encode);
    });
  const filled = placed('path', encodeText).reduce((left, [name, text]) => left.replaceAll(`{${name}}`, () => text), path);
  const query = joinPairs(placed('query', encodeQuery));
  const { body: json, ...spec } = jsonRequest(query === '' ? filled : `${filled}?${query}`, body);
  const asGiven = (text: string): string => text;
  const headers = [...spec.headers.filter(([name]) => hasBody || name !== 'Content-Type'), ...placed('header', asGiven)];
  if (plain)
    return plainRequest(
      { ...spec, method },
      plain,
      hasBody ? repeatId(operation, body, values) : undefined,
      placed('header', encodeHeader),
      placed('cookie', encodeText),
    );
  return { ...spec, method, headers, ...(hasBody && { body: json as string }) };
}

/** Returns the value by which a request names an object: its id, or a list with only its id. */
export const naming = ({ identifies = '', idLists }: Operation, id: unknown): Inputs => ({
  [identifies]: idLists.some(({ field }) => field === identifies) ? [id] : id,
});

/** Copies the id at the end of the path into the body, if both are valid there but differ. */
function repeatId(operation: Operation, body: Inputs, values: Inputs): Inputs {
  const repeated = repeatedIn(operation);
  if (repeated === undefined) return body;
  const isRight = compileSchema(repeated.schema);
  const id = values[repeated.key];
  const within = (value: unknown, [key, ...rest]: string[]): unknown => {
    if (key === undefined) return isRight(value) && isRight(id) ? id : value;
    return isEntries(value) && Object.hasOwn(value, key) ? { ...value, [key]: within(value[key], rest) } : value;
  };
  return within(body, repeated.path) as Inputs;
}

/** Makes a request for an operation of a plain document, with its credentials, media types and cookies. */
function plainRequest(
  { method, path }: Pick<RequestSpec, 'method' | 'path'>,
  { credentials, responses, bodyName, ...facts }: PlainFacts,
  values: Inputs | undefined,
  given: Pair[],
  cookies: Pair[],
): RequestSpec {
  const placedAs = (kind: Credential['kind']) => credentials.filter((one) => one.kind === kind);
  const query = placedAs('query').map(({ name }) => `${encodeURIComponent(name)}=${tokenMark}`);
  const sent = [
    ...cookies.map(([name, text]) => `${name}=${text}`),
    ...placedAs('cookie').map(({ name }) => `${name}=${tokenMark}`),
  ];
  const types = [...new Set(responses.flatMap(({ content }) => content.map(({ type }) => type)))];
  const value = bodyName === undefined ? values : values?.[bodyName];
  const written = value === undefined ? undefined : writeBody(facts, value);
  return {
    method,
    path: query.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query.join('&')}`,
    headers: [
      ...placedAs('bearer').map((): [string, string] => ['Authorization', bearerToken]),
      ...placedAs('basic').map((): [string, string] => ['Authorization', `Basic ${tokenAsPair}`]),
      ...placedAs('header').map(({ name }): [string, string] => [name, tokenMark]),
      ...(types.length > 0 ? [['Accept', types.join(', ')] as [string, string]] : []),
      ...(written ? [['Content-Type', written.type] as [string, string]] : []),
      ...given,
      ...(sent.length > 0 ? [['Cookie', sent.join('; ')] as [string, string]] : []),
    ],
    ...(written?.body !== undefined && { body: written.body }),
    ...(written?.encoding && { encoding: written.encoding }),
  };
}

/** Percent-encodes a text that a header cannot carry. */
const encodeHeader = (text: string): string => (/^[\x20-\x7e]*$/.test(text) ? text : encodeText(text));

/** Returns a value for one request. An Idempotency-Key is always new, because an old one would make the request a repetition. */
function ownValue({ name, schema, pointer }: Parameter): unknown {
  return name === 'Idempotency-Key' ? crypto.randomUUID() : sampleOf(schema, pointer);
}

/** Encodes a text as part of a URL. Half a surrogate pair, which no URL can hold, becomes U+FFFD. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

/** A body and its media type, with the boundary of a multipart body. */
export interface WrittenBody extends Pick<RequestSpec, 'body' | 'encoding'> {
  type: string;
}

const boundary = 'part-5f1c9d3b7a2e4c60';

/** Writes a body in its media type: as JSON, as a form, as parts, or as plain text or bytes. */
function writeBody({ mediaType, parts }: Pick<PlainFacts, 'mediaType' | 'parts'>, value: unknown): WrittenBody {
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

/** Writes a field of a form. Unless the document gives a style, a list becomes a pair for each item, an object becomes JSON. */
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
  // Browsers escape names like this.
  const quoted = name.replace(/["\r\n]/g, encodeURIComponent);
  const head = [
    `Content-Disposition: form-data; name="${inBytes(quoted)}"${isFile ? `; filename="sample.${endingOf(type)}"` : ''}`,
    ...(shown === undefined ? [] : [`Content-Type: ${shown}`]),
  ];
  const text = isJson && !isFile ? JSON.stringify(value) : String(value);
  return [`${head.join('\r\n')}\r\n\r\n${isFile ? text : inBytes(text)}`];
}

/** Returns the UTF-8 bytes of a text, each as one character. */
const inBytes = (text: string): string => Buffer.from(text).toString('latin1');

const endingOf = (type = ''): string => /^\w+\/(?:x-)?(\w+)$/.exec(type)?.[1]?.replace(/^(octet|plain)$/, 'txt') ?? 'png';
