import { compileSchema } from '../contract/compile-schema.ts';
import { keyOf, type Operation, type Parameter, type PlainFacts } from '../contract/contract.ts';
import { pointed } from '../contract/follow-reference.ts';
import type { BodyPart, Credential } from '../contract/plain/facts.ts';
import { repeatedIn } from '../contract/plain/find-origins.ts';
import { sampleOf } from '../contract/sample-of.ts';
import type { RequestSpec } from '../http/exchange.ts';
import { jsonRequest } from '../http/json-request.ts';
import { bearerToken, tokenAsPair, tokenMark } from '../text/marks.ts';
import { encodeQuery, isEntries, joinPairs, type Pair, writeParameter } from './write-parameter.ts';

/** The values of a request's parameters and of its body's properties, by name. */
export type Inputs = Record<string, unknown>;

/** Makes a request with each value in the place that the contract gives it, and a sample of each missing required parameter. */
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
      hasBody ? nameInside(operation, repeatId(operation, body, values), values) : undefined,
      placed('header', encodeHeader),
      placed('cookie', encodeText),
    );
  return { ...spec, method, headers, ...(hasBody && { body: json as string }) };
}

/** Returns a sample of a property of the operation's body. */
export const sampleFor = ({ request, requestPointer }: Operation, name: string): unknown =>
  sampleOf(request.properties?.[name] ?? {}, `${requestPointer}/properties/${pointed(name)}`);

/** Returns the value with which a request identifies an object: the id, or a list of only the id if the field is a list. */
export const naming = ({ identifies = '', idLists }: Operation, id: unknown): Inputs => ({
  [identifies]: idLists.some(({ field }) => field === identifies) ? [id] : id,
});

/** Copies the id at the end of the path into the body if it is valid there, and the body contains a different id. */
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

/** Writes ids into nested fields of a body that identify objects. Keeps an invalid value: a case may have put it there. */
function nameInside({ parameters }: Operation, body: Inputs, values: Inputs): Inputs {
  const within = (value: unknown, [key, ...rest]: string[], one: Parameter): unknown => {
    if (key === undefined) return compileSchema(one.schema)(value) ? values[one.name] : value;
    if (key === '*') return Array.isArray(value) ? value.map((entry) => within(entry, rest, one)) : value;
    return isEntries(value) && Object.hasOwn(value, key) ? { ...value, [key]: within(value[key], rest, one) } : value;
  };
  const inside = parameters.filter(({ name, in: place }) => place === 'body' && values[name] !== undefined);
  return inside.reduce((made, one) => within(made, one.name.split('/'), one) as Inputs, body);
}

/** Makes a request for an operation of a plain document, with the document's credentials, media types and cookies. */
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
      ...placedAs('bearer').map((): Pair => ['Authorization', bearerToken]),
      ...placedAs('basic').map((): Pair => ['Authorization', `Basic ${tokenAsPair}`]),
      ...placedAs('header').map(({ name }): Pair => [name, tokenMark]),
      ...(types.length > 0 ? [['Accept', types.join(', ')] satisfies Pair] : []),
      ...(written ? [['Content-Type', written.type] satisfies Pair] : []),
      ...given,
      ...(sent.length > 0 ? [['Cookie', sent.join('; ')] satisfies Pair] : []),
    ],
    ...(written?.body !== undefined && { body: written.body }),
    ...(written?.encoding && { encoding: written.encoding }),
  };
}

/** Percent-encodes a string if it contains characters that a header must not contain. */
const encodeHeader = (text: string): string => (/^[\x20-\x7e]*$/.test(text) ? text : encodeText(text));

/** Returns a value for a single request. An Idempotency-Key is new each time: an old one would make the request a repetition. */
const ownValue = ({ name, schema, pointer }: Parameter): unknown =>
  name === 'Idempotency-Key' ? crypto.randomUUID() : sampleOf(schema, pointer);

/** Encodes a string as a segment of a URL. Replaces unpaired surrogates, which a URL cannot contain, with U+FFFD. */
export const encodeText = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));

const boundary = 'part-5f1c9d3b7a2e4c60';

/** A serialized body. For a multipart body, the type includes the boundary. */
type WrittenBody = Pick<RequestSpec, 'body' | 'encoding'> & { type: string };

/** Serializes a body as its media type requires: as JSON, a form, a multipart body, or plain text or bytes. */
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

/** Serializes a field of a form. If no style is given, each item of a list becomes a pair, and an object becomes JSON. */
function writeField(name: string, value: unknown, style: BodyPart | undefined): Pair[] {
  if (value === undefined || value === null) return [];
  const isStyled = style?.entries === 'deep' || (isEntries(value) ? style?.entries !== undefined : style?.between !== undefined);
  if (isStyled) return writeParameter({ name, between: undefined, ...style }, value, encodeQuery);
  return [value].flat().map((one): Pair => [name, encodeQuery(typeof one === 'object' ? JSON.stringify(one) : String(one))]);
}

/** Serializes a property as parts of a multipart body. Each item of a list becomes a part. */
function writePart(name: string, value: unknown, part: BodyPart): string[] {
  const { type, isFile = false } = part;
  if (value === undefined || value === null) return [];
  const isJson = type === undefined ? isEntries(value) : /json/i.test(type);
  if (Array.isArray(value) && !(isJson && type !== undefined)) return value.flatMap((one) => writePart(name, one, part));
  const shown = isJson ? (type ?? 'application/json') : type;
  // Escapes the name in the same way as browsers.
  const quoted = name.replace(/["\r\n]/g, encodeURIComponent);
  const head = [
    `Content-Disposition: form-data; name="${inBytes(quoted)}"${isFile ? `; filename="sample.${endingOf(type)}"` : ''}`,
    ...(shown === undefined ? [] : [`Content-Type: ${shown}`]),
  ];
  const text = isJson && !isFile ? JSON.stringify(value) : String(value);
  return [`${head.join('\r\n')}\r\n\r\n${isFile ? text : inBytes(text)}`];
}

/** Returns the UTF-8 bytes of a string, as a string with one character for each byte. */
const inBytes = (text: string): string => Buffer.from(text).toString('latin1');

const endingOf = (type = ''): string => /^\w+\/(?:x-)?(\w+)$/.exec(type)?.[1]?.replace(/^(octet|plain)$/, 'txt') ?? 'png';

/** Returns the values of a request's parameters, without those of its body. */
export const pathOnly = ({ parameters }: Operation, values: Inputs): Inputs =>
  Object.fromEntries(Object.entries(values).filter(([name]) => parameters.some((parameter) => keyOf(parameter) === name)));
