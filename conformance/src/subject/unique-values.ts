import { randomInt } from 'node:crypto';
import { compileSchema } from '../contract/compile-schema.ts';
import type { Contract, Operation, Schema } from '../contract/contract.ts';
import { operationAt } from '../contract/operation-at.ts';
import { type Relation, relationsOf } from '../contract/relations.ts';
import { type Exchange, type RequestSpec, requestHeader, responseObject } from '../http/exchange.ts';
import { parseJson } from '../http/parse-json.ts';
import { onceFor } from '../once-for.ts';
import { attempt } from '../text/attempt.ts';
import type { Wire } from '../wire/wire.ts';

/** A field of a request whose value no other object of the account may have (`is: unique`). */
export interface UniqueField {
  operation: Operation;
  name: string;
  schema: Schema;
  relation: Relation;
}

/** Lists the unique fields in the bodies of an operation. Finds them only once, because every request of a run needs them. */
export const uniqueFieldsOf = onceFor((operation: Operation): UniqueField[] =>
  relationsOf(operation.request).flatMap((relation) => {
    const { property: name, is, place } = relation;
    const schema = operation.request.properties?.[name];
    return is === 'unique' && place === undefined && schema ? [{ operation, name, schema, relation }] : [];
  }),
);

/** Makes an allowed value that resembles the given one but that no object is likely to have; undefined if it finds none. */
export function freshValue(schema: Schema, value: unknown): unknown {
  const isAllowed = compileSchema(schema);
  const next = (): unknown => {
    if (typeof value === 'number') return Math.trunc(value) + randomInt(2 ** 30);
    if (typeof value !== 'string') return undefined;
    return schema.format === 'uuid' ? crypto.randomUUID() : value.replaceAll(/[\dA-Za-z](?=.{0,11}$)/gs, otherSign);
  };
  return Array.from({ length: 20 }, next).find((one) => one !== undefined && one !== value && isAllowed(one));
}

/** Functions that make a different value, which a server may mistake for the given value. */
export const alike: Record<string, (value: unknown, schema: Schema) => unknown> = {
  'other-case': (text) =>
    typeof text !== 'string' ? text : text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase(),
  longer: (text) => (typeof text === 'string' ? `${text}0` : text),
  other: (value, { enum: listed }) => listed?.find((one) => one !== value) ?? (typeof value === 'number' ? value + 1 : value),
};

/** Returns a random character of the same kind as the given one: a digit, a lower-case letter or a capital. */
function otherSign(sign: string): string {
  if (/\d/.test(sign)) return String(randomInt(10));
  const letter = String.fromCharCode(97 + randomInt(26));
  return /[A-Z]/.test(sign) ? letter.toUpperCase() : letter;
}

/** Returns the fields of a request's body. */
export const fieldsIn = ({ body = '' }: RequestSpec): Record<string, unknown> => {
  const value = attempt(() => parseJson(body));
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
};

/** Returns the values of a request as they were actually sent. The suite may have replaced a unique value that was taken. */
export function asSent(operation: Operation, { request }: Exchange, values: Record<string, unknown>): Record<string, unknown> {
  const names = uniqueFieldsOf(operation).flatMap(({ name }) => ((values[name] ?? null) === null ? [] : [name]));
  if (names.length === 0) return values;
  const sent = fieldsIn(request);
  return { ...values, ...Object.fromEntries(names.map((name) => [name, sent[name] ?? values[name]])) };
}

/** Gives the unique fields of a request the values that `make` returns. If it returns undefined, leaves the field as it is. */
function change(contract: Contract, spec: RequestSpec, make: (field: UniqueField, value: unknown) => unknown): RequestSpec {
  const isKnown = contract.operations.some((one) => uniqueFieldsOf(one).length > 0);
  const operation = isKnown ? operationAt(contract, spec) : undefined;
  const fields = operation ? uniqueFieldsOf(operation) : [];
  const body = fields.length > 0 ? fieldsIn(spec) : {};
  const changes = fields
    .filter(({ name }) => (body[name] ?? null) !== null)
    .map((field) => [field.name, make(field, body[field.name])] as const)
    .filter(([, other]) => other !== undefined);
  if (changes.length === 0) return spec;
  // Changes only the values in the body's text, because a case may be about the spelling of the rest. If a value occurs more than
  // once, it may also be part of another field, so the body is serialized again.
  const isPlain = changes.every(([name]) => spec.body?.split(JSON.stringify(body[name])).length === 2);
  const text = isPlain
    ? changes.reduce(
        (before, [name, other]) => before.replace(JSON.stringify(body[name]), () => JSON.stringify(other)),
        `${spec.body}`,
      )
    : JSON.stringify({ ...body, ...Object.fromEntries(changes) });
  return { ...spec, body: text };
}

/** Returns the request with unique values that no object is likely to have. */
export const renewed = (contract: Contract, spec: RequestSpec): RequestSpec =>
  change(contract, spec, ({ schema }, value) => freshValue(schema, value));

/** For each run, field and Idempotency-Key: a taken value, and the value sent instead. A repetition also sends the latter. */
const replacedIn = onceFor((_: Wire) => new Map<string, [from: unknown, to: unknown]>());

/** Sends a request. If a unique value is taken, for example by an earlier run, sends the request again with another one. */
export async function sendFresh(
  { contract, wire }: { contract: Contract; wire: Wire },
  spec: RequestSpec,
  send: (spec: RequestSpec) => Promise<Exchange>,
): Promise<Exchange> {
  const known = replacedIn(wire);
  const key = requestHeader(spec, 'idempotency-key')?.replace(/^"(.*)"$/, '$1');
  const idOf = ({ name }: UniqueField): string => `${name} ${key}`;
  const remembered = (field: UniqueField, value: unknown): unknown => {
    const [from, to] = known.get(idOf(field)) ?? [];
    return key !== undefined && from === value ? to : undefined;
  };
  const exchange = await send(change(contract, spec, remembered));
  const status = exchange.answer?.status;
  const code = exchange.answer && responseObject(exchange.answer)?.code;
  const isTaken = ({ relation: { problem = '' } }: UniqueField): boolean =>
    status === contract.problems.get(problem)?.status && (code === undefined || code === problem);
  const other = change(contract, spec, (field, value) => {
    if (!isTaken(field)) return undefined;
    const fresh = remembered(field, value) ?? freshValue(field.schema, value);
    known.set(idOf(field), [value, fresh]);
    return fresh;
  });
  return other === spec ? exchange : send(other);
}
