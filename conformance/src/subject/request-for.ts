import type { Operation, Parameter } from '../contract/contract.ts';
import { sampleOf } from '../contract/sample-of.ts';
import { encodeText } from '../http/encode-text.ts';
import type { RequestSpec } from '../http/exchange.ts';
import { jsonRequest } from '../http/json-request.ts';

/** Values of an operation's request by name: its parameters, and the properties of its body. */
export type Inputs = Record<string, unknown>;

/** Makes the request of an operation with these values, each at its place, and a sample of every required parameter beside them. */
export function requestFor(operation: Operation, values: Inputs): RequestSpec {
  const { parameters, hasBody, method, path } = operation;
  const body = Object.fromEntries(
    Object.entries(values).filter(([name]) => !parameters.some((parameter) => parameter.name === name)),
  );
  const textsOf = (parameter: Parameter): string[] => {
    const { name, required, isJoined } = parameter;
    const value = Object.hasOwn(values, name) ? values[name] : required ? ownValue(parameter) : undefined;
    const texts = [value ?? []].flat().map(String);
    return isJoined && texts.length > 0 ? [texts.join(',')] : texts;
  };
  const placed = (place: Parameter['in']): [name: string, text: string][] =>
    parameters.flatMap((parameter) =>
      parameter.in === place ? textsOf(parameter).map((text): [string, string] => [parameter.name, text]) : [],
    );
  const filled = placed('path').reduce((left, [name, text]) => left.replaceAll(`{${name}}`, () => encodeText(text)), path);
  const query = new URLSearchParams(placed('query')).toString();
  const { body: json, ...spec } = jsonRequest(query === '' ? filled : `${filled}?${query}`, body);
  const headers = [...spec.headers.filter(([name]) => hasBody || name !== 'Content-Type'), ...placed('header')];
  return { ...spec, method, headers, ...(hasBody && { body: json as string }) };
}

/** Returns a value for a request of its own: a key that another request had would make it a repetition of that one. */
function ownValue(parameter: Parameter): string | string[] {
  return parameter.name === 'Idempotency-Key' ? crypto.randomUUID() : sampleOfParameter(parameter);
}

/** Returns a value that a parameter may have, as a request writes it: a text, or the texts of a list. */
export function sampleOfParameter({ schema, pointer }: Parameter): string | string[] {
  return writeParameter(sampleOf(schema, pointer));
}

export function writeParameter(value: unknown): string | string[] {
  return Array.isArray(value) ? value.map(String) : String(value);
}
