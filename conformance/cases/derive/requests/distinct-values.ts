import { compileSchema } from '../../../src/contract/compile-schema.ts';
import type { Schema } from '../../../src/contract/contract.ts';
import { schemaAt, valueAt } from '../../../src/contract/follow-path.ts';
import { othersLike } from '../../../src/contract/others-like.ts';
import { type Relation, twinsOf } from '../../../src/contract/relations.ts';
import type { Inputs } from '../../../src/subject/request-for.ts';

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
