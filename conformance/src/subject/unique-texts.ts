import { compileSchema } from '../contract/compile-schema.ts';
import type { Operation, Schema } from '../contract/contract.ts';
import { textsLike } from '../contract/plain/give-examples.ts';
import { onceFor } from '../once-for.ts';
import type { Wire } from '../wire/wire.ts';
import type { Inputs } from './request-for.ts';

/** Fields in which no two calls of an operation may send the same string, by the slug of the operation. */
const fieldsIn = onceFor((_: Wire) => new Map<string, Promise<string[]>>());

/** Writes a new string into each field in which no two calls may send the same string. */
export const renewTexts = async (wire: Wire, operation: Operation, values: Inputs): Promise<Inputs> =>
  renew(operation, values, (await fieldsIn(wire).get(operation.slug)) ?? []);

/**
 * Repeats a refused call with other strings, because a name may be taken. Finds out, once for all calls of the operation, which
 * fields need a new string each time. Returns undefined if the call was refused for another reason.
 * @param send makes a call, and returns it if it was accepted
 */
export async function withNewTexts<Made>(
  wire: Wire,
  operation: Operation,
  values: Inputs,
  send: (values: Inputs) => Promise<Made | undefined>,
): Promise<Made | undefined> {
  const found = fieldsIn(wire);
  const fields = found.get(operation.slug);
  if (fields) return (await fields).length === 0 ? undefined : send(await renewTexts(wire, operation, values));
  const search = findFields(operation, values, send);
  const fieldsOf = async (): Promise<string[]> => (await search.catch(() => undefined))?.fields ?? [];
  found.set(operation.slug, fieldsOf());
  return (await search)?.made;
}

async function findFields<Made>(
  operation: Operation,
  values: Inputs,
  send: (values: Inputs) => Promise<Made | undefined>,
): Promise<{ fields: string[]; made: Made } | undefined> {
  const isOpen = (name: string): boolean =>
    newText(operation.request.properties?.[name], values[name]) !== undefined && !operation.plain?.origins.has(name);
  const open = Object.keys(values).filter(isOpen).slice(0, mostFields);
  for (const fields of [...open.map((name) => [name]), ...(open.length > 1 ? [open] : [])]) {
    const made = await send(renew(operation, values, fields));
    if (made !== undefined) return { fields, made };
  }
  return undefined;
}

/** Maximum number of a body's fields that are tried. */
const mostFields = 5;

function renew({ request }: Operation, values: Inputs, fields: string[]): Inputs {
  const texts = fields.map((name) => [name, newText(request.properties?.[name], values[name]) ?? values[name]]);
  return { ...values, ...Object.fromEntries(texts) };
}

/** Makes a string that resembles the given one and that nobody has sent yet. Returns undefined if the schema allows none. */
function newText(schema: Schema | undefined, value: unknown): string | undefined {
  if (typeof value !== 'string' || schema === undefined || schema.enum !== undefined || 'const' in schema) return undefined;
  const seed = Math.floor(Math.random() * 2 ** 31);
  const sign = seed.toString(36);
  const isAllowed = compileSchema(schema);
  return [
    `${value}${sign}`,
    `${value.slice(0, -sign.length)}${sign}`,
    `${sign}${value}`,
    ...(typeof schema.pattern === 'string' ? textsLike(schema.pattern, seed) : []),
  ].find((text) => text !== value && isAllowed(text));
}
