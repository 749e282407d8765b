import { isDeepStrictEqual } from 'node:util';
import { attempt } from '../text/attempt.ts';
import { compileSchema } from './compile-schema.ts';
import { keyOf, type Operation, type Schema } from './contract.ts';
import { objectIn, placesAt, schemaAt, valueAt, withValue } from './follow-path.ts';
import { othersLike } from './others-like.ts';
import {
  boundOf,
  breachIn,
  crossCheck,
  crossRulesOf,
  decimalsFor,
  instancesOf,
  type Relation,
  relatedOf,
  relationsOf,
  twinsOf,
} from './relations.ts';
import { sampleOf } from './sample-of.ts';

type Fields = Record<string, unknown>;

/** A body to repair, and conditions that the result must meet. */
interface Mended {
  request: Schema;
  body: Fields;
  /** Names or paths of the fields that must not change. */
  keep: readonly string[];
  /** The stored object whose id the request contains. */
  stored?: Fields | undefined;
  /** Returns whether a valid body also meets a further condition of the caller. */
  fits?: (body: Fields) => boolean;
}

/**
 * Returns a body that satisfies all relations and all other rules about several properties: the given body, or a copy with as few
 * changed fields as possible. Returns undefined if none is found; the contract must then contain an example.
 */
export function mendBody({ request, body, keep, stored, fits = () => true }: Mended): Fields | undefined {
  const isLawful = crossCheck(request);
  return searchBody({ request, body, keep, stored }, (tried) => isLawful(tried, stored) && fits(tried));
}

/** Returns a valid body that is close to the given values and keeps the fields in `keep`. If there is none, returns `values`. */
export function lawfulBody(operation: Operation, values: Fields, keep: readonly string[], stored?: Fields): Fields {
  const request = relatedOf(operation);
  const beside = operation.parameters.map(keyOf).filter((name) => !Object.hasOwn(request.properties ?? {}, name));
  const names = Object.keys(values).filter((name) => !beside.includes(name));
  const body = only(values, names);
  return { ...(mendBody({ request, body, keep, stored }) ?? body), ...only(values, beside) };
}

/** Returns a property's value, changed so that it satisfies the relations inside it. Keeps parts that differ from the sample. */
export function lawfulValue(schema: Schema, value: unknown, sample: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const request = { properties: { value: schema } };
  if (relationsOf(request).every(({ place }) => place === undefined)) return value;
  const body = inSequence(request, { value });
  return mendBody({ request, body, keep: differing(body.value, sample, 'value') })?.value ?? body.value;
}

/** Lists the paths at which two values differ. */
function differing(value: unknown, other: unknown, at: string): string[] {
  if (isDeepStrictEqual(value, other)) return [];
  if (typeof value !== 'object' || value === null || typeof other !== 'object' || other === null) return [at];
  return Object.entries(value).flatMap(([name, part]) => differing(part, valueAt(other, name), `${at}/${name}`));
}

/** Returns a body in which a field has the given, wrong value. Changes other fields only as far as necessary. */
export function bodyAround(operation: Operation, body: Fields, field: string, value: unknown): Fields {
  const { identifies, plain } = operation;
  const kept = [field, ...(identifies === undefined ? [] : [identifies]), ...(plain?.origins.keys() ?? [])];
  return { ...lawfulBody(operation, { ...body, [field]: value }, kept), [field]: value };
}

/** Searches for a body for which `passes` returns true: changes up to two fields to allowed values, or adapts an example. */
export function searchBody(
  { request, body: given, keep, stored }: Omit<Mended, 'fits'>,
  passes: (body: Fields) => boolean,
): Fields | undefined {
  if (passes(given)) return given;
  const isIn = (path: string, other: string): boolean => `${path}/`.startsWith(`${other}/`);
  const body = inSequence(request, given, (path) => keep.some((kept) => isIn(path, kept)));
  if (body !== given && passes(body)) return body;
  const tops = keep.map((path) => path.split('/')[0] ?? '');
  const examples = ((request.examples ?? []) as Fields[]).map((example) => ({ ...example, ...only(body, tops) }));
  const likeExample = examples.find((example) => typeof example === 'object' && passes(example));
  const free = [...innerPaths(request, body), ...Object.keys(request.properties ?? {})].filter(
    (path) => !keep.some((kept) => isIn(path, kept) || isIn(kept, path)),
  );
  const changesOf = (from: Fields, path: string): Fields[] => {
    const [top = ''] = path.split('/');
    const changed = valuesFor(request, from, path, stored).map((value) => withValue(from, path, value));
    const isAllowed = compileSchema(request.properties?.[top] ?? {});
    return path === top ? changed : changed.filter((one) => isAllowed(one[top]));
  };
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

/** Changes the items of lists, one after another, until each satisfies its relations to the other items. */
export function inSequence<Whole extends Fields>(
  request: Schema,
  body: Whole,
  isKept: (path: string) => boolean = () => false,
): Whole {
  const sequences = relationsOf(request).filter(({ previous, is }) => previous || is === 'distinct');
  return sequences
    .flatMap((relation) => instancesOf(relation, body))
    .reduce((changed, one) => {
      if (isKept(one.property) || breachIn(one, changed) === undefined) return changed;
      const { schema } = schemaAt(request, one.property);
      const isAllowed = compileSchema(schema);
      const twins = one.is === 'distinct' ? twinsOf(one, changed) : [];
      const others = Array.from(twins, (_, at) => othersLike(schema, valueAt(changed, one.property), at + 1)).flat();
      const allowed = [...around(boundOf(one, changed)), ...others].filter((value) => isAllowed(value));
      const ways = allowed.map((value) => withValue(changed, one.property, value));
      return ways.find((whole) => breachIn(one, whole) === undefined) ?? changed;
    }, body);
}

/** Lists the paths of a body's nested fields that occur in a relation. */
function innerPaths(request: Schema, body: Fields): string[] {
  const paths = relationsOf(request)
    .flatMap((relation) => instancesOf(relation, body))
    .flatMap((relation) => [relation.property, relation.field ?? '', ...partPaths(relation, body)]);
  return [...new Set(paths)].filter((path) => path.includes('/') && valueAt(body, path) !== undefined);
}

/** Lists the paths of the values that are added up in a sum. */
const partPaths = ({ fields = [], of }: Relation, body: Fields): string[] =>
  (of === undefined ? fields : []).flatMap((path) => {
    const names = path.split('/');
    return placesAt(body, names.slice(0, -1)).map((place) => place + names.at(-1));
  });

/** Lists values for a field that might make the body valid. Undefined in the list means to omit the field. */
export function valuesFor(request: Schema, body: Fields, name: string, stored?: Fields): unknown[] {
  const { schema } = schemaAt(request, name);
  const now = valueAt(body, name);
  const relations = relationsOf(request).flatMap((relation) => instancesOf(relation, body));
  const related = relations.flatMap((relation) => {
    if (relation.property === name && relation.is === 'decimals')
      return typeof now === 'number' ? [Number(now.toFixed(decimalsFor(relation, body) ?? 6)), Math.ceil(now)] : [];
    if (relation.property === name) return around(boundOf(relation, body, stored));
    if (relation.field === name && relation.of === undefined)
      return around(scaled(valueAt(body, relation.property), 1 / (relation.times ?? 1)));
    if (typeof now !== 'number' || !partPaths(relation, body).includes(name)) return [];
    // If the field is part of a sum, changes it by the difference between the stated sum and the actual sum.
    const apart = Number(valueAt(body, relation.property)) - Number(boundOf(relation, body, stored));
    return [Number((now + apart).toFixed(6))];
  });
  const conditions = schemasFor(crossRulesOf(request), name);
  const listed = [schema, ...conditions].flatMap(({ examples, const: only, enum: some, default: usual, minimum, maximum }) => [
    ...((examples ?? []) as unknown[]),
    ...[only, usual, minimum, maximum],
    ...((some ?? []) as unknown[]),
  ]);
  const round = typeof now === 'number' ? [Math.round(now), Math.ceil(now)] : [];
  const merged = conditions.map((condition) => sampled({ ...schema, examples: [], ...condition }));
  const isAllowed = compileSchema(schema);
  const values = [...related, ...round, ...listed, ...merged, sampled(schema), true, false].filter(
    (value) => value !== undefined && isAllowed(value),
  );
  const others = values.filter(
    (value, index) => !isDeepStrictEqual(value, now) && values.findIndex((one) => isDeepStrictEqual(one, value)) === index,
  );
  const [, holder, own = name] = /^(.*)\/([^/]*)$/.exec(name) ?? [];
  const isRequired = (holder === undefined ? request : objectIn(schemaAt(request, holder).schema).schema).required?.includes(own);
  return isRequired ? others : [...others, ...(now === undefined ? [] : [undefined])];
}

const scaled = (value: unknown, by: number): unknown => (typeof value === 'number' ? Number((value * by).toFixed(6)) : value);

/** Returns a bound and values slightly above and below it. */
function around(bound: unknown): unknown[] {
  if (typeof bound === 'number') {
    const whole = [Math.floor(bound * 100) / 100, Math.ceil(bound * 100) / 100];
    return [bound, ...whole, ...[-0.01, 0.01, -1, 1].map((step) => Number((bound + step).toFixed(6)))];
  }
  const time = typeof bound === 'string' && /^\d{4}-\d/.test(bound) ? Date.parse(bound) : Number.NaN;
  if (Number.isNaN(time)) return [bound];
  const at = (seconds: number): string => new Date(time + seconds * 1000).toISOString();
  const days = [0, -86_400, 86_400].map((seconds) => at(seconds).slice(0, 10));
  return [bound, ...[-3600, 3600, -1, 1].map(at), ...days];
}

const sampled = (schema: Schema): unknown => attempt(() => sampleOf(JSON.parse(JSON.stringify(schema)), ''));

/** Finds every schema for a property in the conditions of a body, at any depth. */
function schemasFor(rules: unknown, name: string): Schema[] {
  if (typeof rules !== 'object' || rules === null) return [];
  const { properties } = rules as Schema;
  const own = properties?.[name];
  return [...(own ? [own] : []), ...Object.values(rules).flatMap((value) => schemasFor(value, name))];
}

const only = (body: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
