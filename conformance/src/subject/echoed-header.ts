import { compileSchema } from '../contract/compile-schema.ts';
import type { Operation, Parameter, ResponseHeader } from '../contract/contract.ts';
import { isHeaderOf } from '../contract/header-schemas.ts';
import { sampleOf } from '../contract/sample-of.ts';
import { type RequestSpec, requestHeader } from '../http/exchange.ts';
import { withHeader } from '../http/json-request.ts';
import { freshValue } from './unique-values.ts';

/** Adds the headers that the operation's refusals repeat and that the request does not contain yet. Each gets a new value. */
export function withEchoed({ parameters, refusals }: Operation, spec: RequestSpec): RequestSpec {
  const repeated = new Set(refusals.flatMap(({ headers }) => headers.flatMap(({ echoes }) => echoes ?? [])));
  return parameters
    .filter((one) => one.in === 'header' && repeated.has(one.name) && requestHeader(spec, one.name.toLowerCase()) === undefined)
    .reduce((before, parameter) => withHeader(before, parameter.name, tellingValue(parameter)), spec);
}

/** Returns the value that a response header must repeat; undefined if the request header is missing or its value is invalid. */
export function echoedHeader({ echoes, schema }: ResponseHeader, request: RequestSpec): string | undefined {
  const sent = echoes === undefined ? undefined : requestHeader(request, echoes.toLowerCase());
  return sent !== undefined && isHeaderOf([schema], sent) ? sent : undefined;
}

/** Makes an allowed value that is long and in mixed case, so that any change to it shows. */
function tellingValue({ schema, pointer }: Parameter): string {
  const sample = sampleOf(schema, pointer);
  const long = `Ab-${crypto.randomUUID()}-${crypto.randomUUID()}`.slice(0, Number(schema.maxLength ?? 60));
  return String([long, crypto.randomUUID(), freshValue(schema, sample)].find((one) => compileSchema(schema)(one)) ?? sample);
}
