import type { Operation } from '../contract/load-operations.ts';
import type { Parameter } from '../contract/parameters.ts';
import { type ApiRequest, headerValues } from './api-messages.ts';

/** The values of an operation's parameters, by place and name. */
export interface ParameterValues {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
}

/** Reads and converts the parameters. A value or a list that does not fit its type stays as it is, and the schema refuses it. */
export function readParameters(
  request: Pick<ApiRequest, 'rawHeaders' | 'path' | 'query'>,
  { parameters, readPath }: Pick<Operation, 'parameters' | 'readPath'>,
): ParameterValues {
  const values: ParameterValues = { path: {}, query: {}, headers: {} };
  if (parameters.length === 0) return values;
  const inPath = readPath?.(request.path);
  for (const parameter of parameters) {
    const { name } = parameter;
    if (parameter.in === 'header') {
      const sent = headerValues(request, name.toLowerCase());
      // A header that was sent twice is read as one value that contains both, separated by a comma (RFC 9110 §5.3).
      if (sent.length > 0) values.headers[name] = readText(sent.join(', '), parameter);
    } else if (parameter.in === 'path') values.path[name] = readText(inPath?.[name] ?? '', parameter);
  }
  if (parameters.some((parameter) => parameter.in === 'query')) values.query = readQuery(request.query ?? '', parameters);
  return values;
}

/** Reads all values of the query, including unknown parameters, so that the schema refuses a misspelt filter. */
function readQuery(query: string, parameters: readonly Parameter[]): Record<string, unknown> {
  const sent = new Map<string, string[]>();
  for (const [name, text] of new URLSearchParams(query)) {
    const texts = sent.get(name);
    if (texts) texts.push(text);
    else sent.set(name, [text]);
  }
  return Object.fromEntries(
    [...sent].map(([name, texts]) => {
      const parameter = parameters.find((one) => one.in === 'query' && one.name === name);
      if (!parameter) return [name, texts];
      const parts = parameter.isJoined ? texts.flatMap((text) => text.split(',')) : texts;
      const read = parts.map((text) => readText(text, parameter));
      return [name, parameter.isList || read.length > 1 ? read : read[0]];
    }),
  );
}

/** Reads a value by the type of its parameter. A number must be written as in JSON, so `0x10`, `+1` and a space stay strings. */
function readText(text: string, { kind }: Parameter): string | number | boolean {
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if (kind === 'number' && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
  return text;
}
