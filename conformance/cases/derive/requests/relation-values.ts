import { compileSchema } from '../../../src/contract/compile-schema.ts';
import type { Schema } from '../../../src/contract/contract.ts';
import { schemaAt, valueAt, withObjects, withValues } from '../../../src/contract/follow-path.ts';
import { inSequence, mendBody } from '../../../src/contract/mend-body.ts';
import { othersLike } from '../../../src/contract/others-like.ts';
import { boundOf, decimalsFor, instancesOf, type Relation, twinsOf } from '../../../src/contract/relations.ts';
import { sampleOf } from '../../../src/contract/sample-of.ts';
import { stepOf } from '../../../src/contract/step-of.ts';
import type { Inputs } from '../../../src/subject/request-for.ts';

/** The entry of a list that breaks or satisfies the relation. Both entries are tried: a server may check only one of them. */
export type Entry = 'first' | 'last';

/** Adds the object or the list of three entries that a relation needs. Returns the body, and the relation for this entry. */
export function placedIn(request: Schema, body: Inputs, relation: Relation, entry: Entry) {
  const { place = '' } = relation;
  const filled = place === '' ? body : inSequence(request, withObjects(body, request, place.split('/').slice(0, -1), 3));
  const found = instancesOf(relation, filled).at(entry === 'first' ? 0 : -1);
  return found && { body: filled, relation: found };
}

/** Lists bodies with various valid values for the fields that the relation compares its property with. */
export function basesFor(request: Schema, body: Inputs, relation: Relation, stored: Inputs | undefined): Inputs[] {
  const { is, field = '', decimals, when = {} } = relation;
  const missing = othersOf(relation).filter((name) => valueAt(body, name) === undefined);
  const sampled = missing.map((name) => [name, sampleOf(schemaAt(request, name).schema, name)]);
  const whens = Object.entries(when).map(([name, [first]]) => [name, first]);
  const base = withValues(body, Object.fromEntries([...sampled, ...whens]));
  const isByUnit = is === 'decimals' && typeof decimals === 'object';
  const bases = isByUnit ? Object.keys(decimals).map((unit) => withValues(base, { [field]: unit })) : [base];
  const keep = [...Object.keys(when), ...(isByUnit ? [field] : []), ...missing];
  return bases.map((one) => mendBody({ request, body: one, keep, stored }) ?? one);
}

/** Lists the other body fields that a relation involves. For a summand in a list or object, names that list or object. */
export const othersOf = ({ place = '', field, less, plus, fields = [], of, when = {} }: Relation): string[] => {
  const holderOf = (path: string): string => {
    const start = path.startsWith(place) ? place : '';
    return start + path.slice(start.length).split('/')[0];
  };
  const compared = [...[field, less, plus].flatMap((name) => name ?? []), ...fields.map(holderOf)];
  return [...(of === undefined ? compared : []), ...Object.keys(when)];
};

/** Lists values for the property that are exactly at the bound of a relation, or `offset` steps away from it. */
export function valuesAt(
  request: Schema,
  relation: Relation,
  body: Inputs,
  stored: Inputs | undefined,
  offset: number,
): unknown[] {
  const { is, property } = relation;
  const { schema } = schemaAt(request, property);
  const sample = valueAt(body, property) ?? sampleOf(schema, property);
  if (is === 'unset' || is === 'set') return (is === 'set') === (offset === 0) ? [sample] : [];
  if (is === 'decimals') {
    const digits = (decimalsFor(relation, body) ?? Number.NaN) + Number(offset !== 0);
    if (Number.isNaN(digits)) return [];
    const whole = Math.max(1, Math.floor(Number(sample)));
    // With two decimals, 1.09 comes first, because in binary its product with 100 is not an integer.
    return digits === 0 ? [whole] : [1 + 9 * 10 ** -digits, whole + 10 ** -digits].map((one) => Number(one.toFixed(digits)));
  }
  const bound = boundOf(relation, body, stored);
  const steps = offset + Number(is === 'above') - Number(is === 'below');
  if (typeof bound === 'number') {
    const sizes = [...new Set([stepOf(schema), 0.01, 1])];
    // The bound may not be a multiple of the step, so the search also starts from the multiples on both sides of it.
    const starts = (size: number): number[] => [bound, ...[Math.floor, Math.ceil].map((round) => round(bound / size) * size)];
    return sizes.flatMap((size) => starts(size).map((start) => Number((start + steps * size).toFixed(6))));
  }
  const time = typeof bound === 'string' ? Date.parse(bound) : Number.NaN;
  if (!Number.isNaN(time) && is !== 'equal') {
    const at = (seconds: number): string => new Date(time + steps * seconds * 1000).toISOString();
    return schema.format === 'date' ? [at(86_400).slice(0, 10)] : [1, 60, 86_400].map(at);
  }
  if (offset === 0) return [bound];
  const others = [...(schema.enum ?? []), ...((schema.examples ?? []) as unknown[]), true, false];
  return [`${bound}a`, ...others.filter((value) => value !== bound)];
}

/** Pairs of a smaller and a greater value. A server orders them wrongly if it compares strings, or only a date's day or month. */
const turns: [less: unknown, more: unknown][] = [
  ['2027-12-31', '2031-01-01'],
  ['2027-12-31T23:59:59.000Z', '2031-01-01T00:00:00.000Z'],
  [9, 10],
  [99, 100],
  [999, 1000],
];

/** Two consecutive days of the same month. */
const days: typeof turns = [['2028-02-28', '2028-02-29']];

/** Lists pairs of very different values that satisfy a relation, for the property and the field with which it is compared. */
export const farValues = (relation: Relation): Inputs[] => pairsFor(relation, turns, true);

/** Lists pairs of dates in the same month that break a relation. */
export const sameMonth = (relation: Relation): Inputs[] => pairsFor(relation, days, false);

function pairsFor({ is, field, of, less, plus, property }: Relation, pairs: typeof turns, keepsIt: boolean): Inputs[] {
  const isAfter = ['at-least', 'above'].includes(is);
  if (of !== undefined || less !== undefined || plus !== undefined || field === undefined) return [];
  if (!isAfter && !['at-most', 'below'].includes(is)) return [];
  const [lower, higher] = isAfter === keepsIt ? [field, property] : [property, field];
  return pairs.map(([low, high]) => ({ [lower]: low, [higher]: high }));
}

/** Lists values for the field, each with `times` as much for the property. Pairs that binary arithmetic gets wrong come first. */
export function scaledPairs(request: Schema, { is, field, of, less, plus, times, property }: Relation): Inputs[] {
  if (times === undefined || field === undefined || [of, less, plus].some((one) => one !== undefined)) return [];
  if (!['at-most', 'at-least', 'equal'].includes(is)) return [];
  const [size, step] = [field, property].map((path) => stepOf(schemaAt(request, path).schema)) as [number, number];
  const isOff = (one: number, other: number): boolean => (is === 'at-least' ? one < other : one > other);
  const pairs = Array.from({ length: 5000 }, (_, index) => {
    const whole = Number(((index + 1) * size).toFixed(6));
    const part = Number((whole * times).toFixed(6));
    const misses = [isOff(part / whole, times), isOff(part, whole * times), isOff(part / times, whole)].filter(Boolean).length;
    return { whole, part, misses };
  }).filter(({ part }) => Number((Math.round(part / step) * step).toFixed(6)) === part);
  return pairs
    .toSorted((one, other) => other.misses - one.misses)
    .slice(0, 500)
    .map(({ whole, part }) => ({ [field]: whole, [property]: part }));
}

/** Summands whose binary sum is inexact, and summands that are whole numbers. */
const parts = [0.1, 0.2, 0.3, 0.1];
const whole = [1, 2, 3, 4];

/** Lists bodies in which the property is the sum of fields or list entries. The last `left` of them are not in the sum. */
export function sumBodies(request: Schema, { place = '', property, is, fields = [], of }: Relation, left: number): Inputs[] {
  if (is !== 'sum' || of !== undefined) return [];
  const isListed = (path: string): boolean => path.slice(place.length).includes('/');
  return [parts, whole].map((numbers) => {
    const lists = fields.filter(isListed).map((path) => [path.slice(0, path.lastIndexOf('/')), path.split('/').at(-1) ?? '']);
    const plain = fields.filter((path) => !isListed(path));
    const all = [...plain.map((_, at) => numbers[at % 4]), ...lists.flatMap(() => numbers)].map(Number);
    const sum = all.slice(0, all.length - left).reduce((before, one) => before + Math.round(one * 100), 0) / 100;
    const listed = lists.map(([list = '', name = '']) => {
      const { items = {} } = schemaAt(request, list).schema;
      const entry = sampleOf(items, `${list}/items`) as Schema;
      return [list, numbers.map((number) => ({ ...entry, [name]: number }))];
    });
    return { [property]: sum, ...Object.fromEntries([...plain.map((name, at) => [name, numbers[at % 4]]), ...listed]) };
  });
}

/** A way to make two entries of a list have the same value or different ones. */
export interface Likeness {
  id: string;
  /** The words after "with" in the case's title. */
  words: string;
  keepsIt: boolean;
  /** Returns new values of the entries, keyed by path. @param relation the rule for the last entry of the list in `body` */
  make(request: Schema, relation: Relation, body: Inputs): Inputs[];
}

/** Returns the ways in which a server may compare a field that must differ in all entries of a list. */
export const likenessesOf = (property: string): Likeness[] => [
  { id: 'kept', words: `entries that differ in ${property} only`, keepsIt: true, make: () => [{}] },
  { id: 'other-case', words: `entries whose ${property} differs in its case`, keepsIt: true, make: inCases },
  {
    ...{ id: 'broken', words: `the same ${property} in the first and the last of several entries`, keepsIt: false },
    make: (_request, relation, body) => alike(body, pathsOf(relation, body), 0, -1),
  },
  {
    ...{ id: 'neighbours', words: `the same ${property} in two entries side by side`, keepsIt: false },
    make: (_request, relation, body) => alike(body, pathsOf(relation, body), -2, -1),
  },
  { id: 'unlike', words: `the same ${property} in entries that differ otherwise`, keepsIt: false, make: unlike },
];

/** Lists the path of this field in each entry of its list. The entry to which the relation refers comes last. */
const pathsOf = (relation: Relation, body: Inputs): string[] => [...twinsOf(relation, body), relation.property];

function alike(body: Inputs, paths: string[], one: number, other: number): Inputs[] {
  const [path = '', twin = ''] = [paths.at(one), paths.at(other)];
  return path === twin ? [] : [{ [path]: valueAt(body, path), [twin]: valueAt(body, path) }];
}

function inCases(_request: Schema, relation: Relation, body: Inputs): Inputs[] {
  const [path = '', twin = ''] = pathsOf(relation, body);
  const text = valueAt(body, path);
  if (typeof text !== 'string' || text.toLowerCase() === text.toUpperCase()) return [];
  return [{ [path]: text.toUpperCase(), [twin]: text.toLowerCase() }];
}

function unlike(request: Schema, relation: Relation, body: Inputs): Inputs[] {
  const { place = '', property } = relation;
  const paths = pathsOf(relation, body);
  const last = paths.at(-1) ?? '';
  const entry = last.slice(0, last.length - property.length + place.length);
  const others = Object.keys(Object(valueAt(body, entry.slice(0, -1)))).flatMap((name) => {
    const path = entry + name;
    const { schema } = schemaAt(request, path);
    const isOther = (value: unknown): boolean => value !== valueAt(body, path) && compileSchema(schema)(value) === true;
    const other = [1, 2].flatMap((index) => othersLike(schema, valueAt(body, path), index)).find(isOther);
    return path === last || other === undefined ? [] : [[path, other]];
  });
  if (others.length === 0) return [];
  return alike(body, paths, 0, -1).map((values) => ({ ...values, ...Object.fromEntries(others) }));
}
