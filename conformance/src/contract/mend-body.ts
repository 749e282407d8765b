import { isDeepStrictEqual } from 'node:util';
import { compileSchema } from './compile-schema.ts';
import { keyOf, type Operation, type Schema } from './contract.ts';
import { boundOf, crossCheck, crossRulesOf, decimalsFor, relationsOf } from './relations.ts';
import { sampleOf } from './sample-of.ts';

type Fields = Record<string, unknown>;

/** A body to mend, and the parts that must stay. */
interface Mended {
  request: Schema;
  body: Fields;
  /** Names of the fields that must keep their values. */
  keep: readonly string[];
  /** The stored object that the request names. */
  stored?: Fields | undefined;
  /** Checks whether a valid body also meets a further condition. */
  fits?: (body: Fields) => boolean;
}

/**
 * Returns a body that satisfies the rules between properties and all relations: the body itself, or a copy with as few other
 * fields changed as possible. Undefined where none is found; the contract must then give an example.
 */
export function mendBody({ request, body, keep, stored, fits = () => true }: Mended): Fields | undefined {
  const isLawful = crossCheck(request);
  return searchBody({ request, body, keep, stored }, (tried) => isLawful(tried, stored) && fits(tried));
}

/** Returns a valid body close to the given values, with the fields in `keep` unchanged; the same body where none is found. */
export function lawfulBody({ request, parameters }: Operation, values: Fields, keep: readonly string[], stored?: Fields): Fields {
  const isParameter = (name: string): boolean => parameters.some((parameter) => keyOf(parameter) === name);
  const [beside, body] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => isParameter(name) === wanted)),
  ) as [Fields, Fields];
  return { ...(mendBody({ request, body, keep, stored }) ?? body), ...beside };
}

/** Returns a body with a wrong value in one field, and with the other fields that this field needs: it alone is wrong. */
export function bodyAround(operation: Operation, body: Fields, field: string, value: unknown): Fields {
  const kept = operation.identifies === undefined ? [field] : [field, operation.identifies];
  const changed = { ...body, [field]: value };
  return operation.plain ? changed : { ...lawfulBody(operation, changed, kept), [field]: value };
}

/**
 * Searches for a body that passes, by changing up to two fields to values that their own schemas allow, or by starting from an
 * example.
 */
export function searchBody(
  { request, body, keep, stored }: Omit<Mended, 'fits'>,
  passes: (body: Fields) => boolean,
): Fields | undefined {
  if (passes(body)) return body;
  const examples = ((request.examples ?? []) as Fields[]).map((example) => ({ ...example, ...only(body, keep) }));
  const likeExample = examples.find((example) => typeof example === 'object' && passes(example));
  const free = Object.keys(request.properties ?? {}).filter((name) => !keep.includes(name));
  const changesOf = (from: Fields, name: string): Fields[] =>
    valuesFor(request, from, name, stored).map((value) =>
      value === undefined ? without(from, name) : { ...from, [name]: value },
    );
  for (const name of free) {
    const found = changesOf(body, name).find(passes);
    if (found) return found;
  }
  if (likeExample) return likeExample;
  for (const [index, one] of free.entries())
    for (const first of changesOf(body, one))
      for (const other of free.slice(index + 1)) {
        const found = changesOf(first, other).find(passes);
        if (found) return found;
      }
  return undefined;
}

/** Lists values for a field that might make the body valid; undefined among them means that the field is left out. */
export function valuesFor(request: Schema, body: Fields, name: string, stored?: Fields): unknown[] {
  const schema = request.properties?.[name] ?? {};
  const now = body[name];
  const related = relationsOf(request).flatMap((relation) => {
    if (relation.property === name && relation.is === 'decimals')
      return typeof now === 'number' ? [Number(now.toFixed(decimalsFor(relation, body) ?? 6)), Math.ceil(now)] : [];
    if (relation.property === name) return around(boundOf(relation, body, stored));
    return relation.field === name && relation.of === undefined ? around(body[relation.property]) : [];
  });
  const conditions = schemasFor(crossRulesOf(request), name);
  const listed = [schema, ...conditions].flatMap(({ examples, const: only, enum: some, default: usual, minimum, maximum }) => [
    ...((examples ?? []) as unknown[]),
    ...[only, usual, minimum, maximum],
    ...((some ?? []) as unknown[]),
  ]);
  const round = typeof now === 'number' ? [Math.round(now), Math.ceil(now)] : [];
  const merged = conditions.flatMap((condition) => sampled({ ...schema, examples: [], ...condition }));
  const isAllowed = compileSchema(schema);
  const values = [...related, ...round, ...listed, ...merged, ...sampled(schema), true, false].filter(
    (value) => value !== undefined && isAllowed(value),
  );
  const others = values.filter(
    (value, index) => !isDeepStrictEqual(value, now) && values.findIndex((one) => isDeepStrictEqual(one, value)) === index,
  );
  return request.required?.includes(name) ? others : [...others, ...(name in body ? [undefined] : [])];
}

/** Returns the bound itself and values next to it. */
function around(bound: unknown): unknown[] {
  if (typeof bound === 'number') return [bound, ...[-0.01, 0.01, -1, 1].map((step) => Number((bound + step).toFixed(6)))];
  const time = typeof bound === 'string' && /^\d{4}-\d/.test(bound) ? Date.parse(bound) : Number.NaN;
  if (Number.isNaN(time)) return [bound];
  const at = (seconds: number): string => new Date(time + seconds * 1000).toISOString();
  const days = [0, -86_400, 86_400].map((seconds) => at(seconds).slice(0, 10));
  return [bound, ...[-3600, 3600, -1, 1].map(at), ...days];
}

function sampled(schema: Schema): unknown[] {
  try {
    return [sampleOf(JSON.parse(JSON.stringify(schema)), '')];
  } catch {
    return [];
  }
}

/** Lists the schemas that conditions, at any depth, have for a property. */
function schemasFor(rules: unknown, name: string): Schema[] {
  if (typeof rules !== 'object' || rules === null) return [];
  const { properties } = rules as Schema;
  const own = properties?.[name];
  return [...(own ? [own] : []), ...Object.values(rules).flatMap((value) => schemasFor(value, name))];
}

const only = (body: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));

const without = (body: Fields, left: string): Fields =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== left));
