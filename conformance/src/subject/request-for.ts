import { keyOf, type Operation, type Parameter, type PlainFacts } from '../contract/contract.ts';
import type { Credential } from '../contract/plain/facts.ts';
import { sampleOf } from '../contract/sample-of.ts';
import { encodeText } from '../http/encode-text.ts';
import type { RequestSpec } from '../http/exchange.ts';
import { jsonRequest } from '../http/json-request.ts';
import { bearerToken, tokenAsPair, tokenMark } from '../text/marks.ts';

/** Values of an operation's request by name: its parameters and the properties of its body. */
export type Inputs = Record<string, unknown>;

/** Makes a request of an operation with these values, each in its place. Required parameters without a value get a sample. */
export function requestFor(operation: Operation, values: Inputs): RequestSpec {
  const { parameters, hasBody, method, path, plain } = operation;
  const body = Object.fromEntries(
    Object.entries(values).filter(([name]) => !parameters.some((parameter) => keyOf(parameter) === name)),
  );
  const textsOf = (parameter: Parameter, encode: (text: string) => string): string[] => {
    const { required, between, before = '' } = parameter;
    const key = keyOf(parameter);
    const value = Object.hasOwn(values, key) ? values[key] : required ? ownValue(parameter) : undefined;
    const texts = [value ?? []].flat().map((one) => encode(String(one)));
    return between !== undefined && texts.length > 0 ? [`${before}${texts.join(between)}`] : texts;
  };
  const placed = (place: Parameter['in'], encode: (text: string) => string): [name: string, text: string][] =>
    parameters.flatMap((parameter) =>
      parameter.in === place ? textsOf(parameter, encode).map((text): [string, string] => [parameter.name, text]) : [],
    );
  const filled = placed('path', encodeText).reduce((left, [name, text]) => left.replaceAll(`{${name}}`, () => text), path);
  const query = placed('query', encodeQuery)
    .map(([name, text]) => `${encodeQuery(name)}=${text}`)
    .join('&');
  const { body: json, ...spec } = jsonRequest(query === '' ? filled : `${filled}?${query}`, body);
  const asGiven = (text: string): string => text;
  const headers = [...spec.headers.filter(([name]) => hasBody || name !== 'Content-Type'), ...placed('header', asGiven)];
  if (plain)
    return plainRequest(
      { ...spec, method },
      plain,
      hasBody ? body : undefined,
      placed('header', encodeHeader),
      placed('cookie', encodeText),
    );
  return { ...spec, method, headers, ...(hasBody && { body: json as string }) };
}

/** Makes a request for an operation of a plain document, with its credentials, media types and cookies. */
function plainRequest(
  { method, path }: Pick<RequestSpec, 'method' | 'path'>,
  { credentials, responses, mediaType, bodyName }: PlainFacts,
  values: Inputs | undefined,
  given: [name: string, text: string][],
  cookies: [name: string, text: string][],
): RequestSpec {
  const placedAs = (kind: Credential['kind']) => credentials.filter((one) => one.kind === kind);
  const query = placedAs('query').map(({ name }) => `${encodeURIComponent(name)}=${tokenMark}`);
  const sent = [
    ...cookies.map(([name, text]) => `${name}=${text}`),
    ...placedAs('cookie').map(({ name }) => `${name}=${tokenMark}`),
  ];
  const types = [...new Set(responses.flatMap(({ content }) => content.map(({ type }) => type)))];
  const value = bodyName === undefined ? values : values?.[bodyName];
  const hasBody = values !== undefined && value !== undefined;
  return {
    method,
    path: query.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query.join('&')}`,
    headers: [
      ...placedAs('bearer').map((): [string, string] => ['Authorization', bearerToken]),
      ...placedAs('basic').map((): [string, string] => ['Authorization', `Basic ${tokenAsPair}`]),
      ...placedAs('header').map(({ name }): [string, string] => [name, tokenMark]),
      ...(types.length > 0 ? [['Accept', types.join(', ')] as [string, string]] : []),
      ...(hasBody ? [['Content-Type', mediaType] as [string, string]] : []),
      ...given,
      ...(sent.length > 0 ? [['Cookie', sent.join('; ')] as [string, string]] : []),
    ],
    ...(hasBody && { body: /json/i.test(mediaType) ? JSON.stringify(value) : formOf(value as Inputs) }),
  };
}

/** Encodes values as a form. A list becomes one pair per item. */
function formOf(values: Inputs): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, typeof one === 'object' ? JSON.stringify(one) : String(one)]),
  );
  return new URLSearchParams(pairs).toString();
}

/** Encodes a text as a form does, which is how most queries are written. */
const encodeQuery = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

/** Returns a text that a header can carry, percent-encoded where needed. */
const encodeHeader = (text: string): string => (/^[\x20-\x7e]*$/.test(text) ? text : encodeText(text));

/** Returns a value for one request. An Idempotency-Key is always new, because a repeated key would make the request a replay. */
function ownValue(parameter: Parameter): string | string[] {
  return parameter.name === 'Idempotency-Key' ? crypto.randomUUID() : sampleOfParameter(parameter);
}

/** Returns a valid value for a parameter in the form that a request needs: a text, or a list of texts. */
export function sampleOfParameter({ schema, pointer }: Parameter): string | string[] {
  return writeParameter(sampleOf(schema, pointer));
}

/** Returns whether a list can be sent in a parameter: in a text that separates the entries, none may contain what separates them. */
export function canBeSplit({ between = '' }: Parameter, value: unknown): boolean {
  const sign = decodeURIComponent(between);
  return sign === '' || !Array.isArray(value) || !value.some((entry) => String(entry).includes(sign));
}

export function writeParameter(value: unknown): string | string[] {
  return Array.isArray(value) ? value.map(String) : String(value);
}
