import type { Operation, Parameter } from '../contract/contract.ts';
import { sampleOf } from '../contract/sample-of.ts';
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
  const textOf = (parameter: Parameter): string | undefined => {
    const { name, required } = parameter;
    if (Object.hasOwn(values, name)) return values[name] === undefined ? undefined : String(values[name]);
    return required ? sampleOfParameter(parameter) : undefined;
  };
  const placed = (place: Parameter['in']): [name: string, text: string][] =>
    parameters.flatMap((parameter): [string, string][] => {
      const text = parameter.in === place ? textOf(parameter) : undefined;
      return text === undefined ? [] : [[parameter.name, text]];
    });
  const filled = placed('path').reduce(
    (left, [name, text]) => left.replaceAll(`{${name}}`, () => encodeURIComponent(text)),
    path,
  );
  const query = new URLSearchParams(placed('query')).toString();
  const { body: json, ...spec } = jsonRequest(query === '' ? filled : `${filled}?${query}`, body);
  const headers = [...spec.headers.filter(([name]) => hasBody || name !== 'Content-Type'), ...placed('header')];
  return { ...spec, method, headers, ...(hasBody && { body: json as string }) };
}

/** Returns the text of a value that a parameter may have. */
export function sampleOfParameter({ schema, pointer }: Parameter): string {
  return String(sampleOf(schema, pointer));
}
