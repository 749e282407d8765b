import { isDeepStrictEqual } from 'node:util';
import { compileSchema } from '../contract/compile-schema.ts';
import type { Operation, Schema } from '../contract/contract.ts';
import { valueIn, withValueIn } from '../contract/follow-path.ts';
import { textOf } from '../contract/formats.ts';
import { multipleNear } from '../contract/multiples.ts';
import { repeatedIn } from '../contract/plain/find-origins.ts';
import { textsLike } from '../contract/plain/give-examples.ts';
import { stepOf } from '../contract/step-of.ts';
import type { Inputs } from './request-for.ts';
import { isEntries } from './write-parameter.ts';

/** Maximum number of changes to try if the server refuses them. */
const mostChanges = 5;

/** Returns changes to a stored object, in the order in which to try them. Each replaces one value, perhaps a nested one. */
export function otherValues(operation: Operation, values: Inputs, before: Readonly<Record<string, unknown>>): Inputs[] {
  const { request } = operation;
  const id = repeatedIn(operation)?.path;
  const leaves = leavesIn(request, before).filter(({ path }) => !isDeepStrictEqual(path, id));
  const isOther = (path: string[], value: unknown): boolean =>
    value !== undefined && !isDeepStrictEqual(value, valueIn(before, path));
  if (leaves.some(({ path }) => isOther(path, valueIn(values, path)))) return [values];
  const isRight = compileSchema(request);
  const body = Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(request.properties ?? {}, name)));
  const changes = leaves.flatMap(({ path, schema }): Inputs[] => {
    const { enum: listed = [], minimum, maximum, minLength, pattern } = schema;
    const text = textOf(schema, Math.max(1, Number(minLength ?? 1)) + 1);
    const known = valueIn(before, path);
    // Changes a number by a whole step, because a server that stores integers would round a smaller change.
    const near = typeof known === 'number' ? [-1, 1].map((above) => multipleNear(known, stepOf(schema), above)) : [];
    const like = typeof pattern === 'string' ? textsLike(pattern) : [];
    const other = [...listed, ...near, minimum, maximum, text, ...like, known !== true].find(
      (value) => isOther(path, value) && isRight(withValueIn(body, path, value)),
    );
    return other === undefined ? [] : [{ ...values, ...withValueIn(body, path, other) }];
  });
  return changes.slice(0, mostChanges);
}

/** Lists the paths of properties that are in the body's schema and in the stored object. Descends into nested objects. */
function leavesIn(
  { properties = {} }: Schema,
  before: Readonly<Inputs>,
  path: string[] = [],
): { path: string[]; schema: Schema }[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const known = Object.hasOwn(before, name) ? before[name] : undefined;
    if (known === undefined) return [];
    const at = [...path, name];
    return schema.properties && isEntries(known) && at.length < 5 ? leavesIn(schema, known, at) : [{ path: at, schema }];
  });
}

/** Finds the first sent value that a response repeats but a later response contradicts. Returns its path and both values. */
export function firstChanged(
  sent: Inputs,
  repeated: Inputs,
  shown: Inputs,
  deep = 0,
): [name: string, was: unknown, is: unknown] | undefined {
  for (const [name, value] of Object.entries(sent)) {
    const isShown = Object.hasOwn(shown, name) || deep > 0;
    if (!Object.hasOwn(repeated, name) || !isShown) continue;
    const [was, is] = [repeated[name], shown[name]];
    // Compares nested objects field by field. A response may add fields to them, such as defaults.
    if (isEntries(value) && isEntries(was) && isEntries(is)) {
      const found = deep < 4 ? firstChanged(value, was, is, deep + 1) : undefined;
      if (found) return [`${name}.${found[0]}`, found[1], found[2]];
    } else if (isDeepStrictEqual(was, value) && !isDeepStrictEqual(is, value)) return [name, value, is];
  }
  return undefined;
}
