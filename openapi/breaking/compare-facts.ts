import { isDeepStrictEqual } from 'node:util';
import { entriesOf, isNode, itemsOf, type Node, textOf } from '../reader/json.ts';
import type { Effect, Recorder } from './record-changes.ts';

/** Numeric facts on which clients rely, such as how long a key is kept. A smaller number may break clients. */
const numbers = ['x-kept-seconds', 'x-paid-before-creation', 'x-lifetime', 'x-delivery'];

/** Compares the old and the new facts of a schema, a parameter, a header or an operation. */
export function compareFacts(before: Node, after: Node, record: Recorder, property: string): void {
  compareFeature(before['x-feature'], after['x-feature'], record, property);
  compareEcho(before['x-echoes'], after['x-echoes'], record, property);
  if ('x-identifies' in before && before['x-identifies'] !== after['x-identifies'])
    record.breaking(property, 'x-identifies is another, or gone: unknown and foreign ids may be accepted');
  const [lasted, lasts] = [before['x-lasting'], after['x-lasting']];
  if (lasted !== undefined && lasts === undefined) record.breaking(property, 'x-lasting is gone: it may change');
  if (lasted === true && lasts === 'once-set')
    record.breaking(property, 'x-lasting was true, is once-set: it may be null at first');
  if (before['x-experimental'] !== true && after['x-experimental'] === true)
    record.breaking(property, 'is experimental now: it may go without notice');
  // A deprecation breaks nothing yet, but users of the client should learn of it.
  if (before.deprecated !== true && after.deprecated === true) record.harmless(property, 'is deprecated from now on');
  if (before.deprecated === true && after.deprecated !== true) record.harmless(property, 'is deprecated no longer');
  compareRelations(before['x-relations'], after['x-relations'], record, property);
  compareAddresses(before['x-url'], after['x-url'], record, property);
  for (const key of numbers) compareNumbers(key, before[key], after[key], record, property);
}

/** Compares two versions of an `x-feature`. A new feature breaks clients, because a deployment may lack it. */
export function compareFeature(old: unknown, now: unknown, record: Recorder, property: string): void {
  if (old === now) return;
  if (now === undefined) record.harmless(property, `belonged to the feature ${old}, is for everybody`);
  else
    record.breaking(
      property,
      `${old === undefined ? 'was for everybody' : `belonged to the feature ${old}`}, belongs to the feature ${now}`,
    );
}

function compareEcho(old: unknown, now: unknown, record: Recorder, property: string): void {
  if (isDeepStrictEqual(old, now)) return;
  if (!isNode(old)) {
    record.harmless(property, 'x-echoes is new');
    return;
  }
  const isSame = isNode(now) && now.operation === old.operation && now.property === old.property;
  const isLooser = isSame && itemsOf(now.ignoring).some((one) => !itemsOf(old.ignoring).includes(one));
  if (!isSame) record.breaking(property, `x-echoes of ${old.property} is gone`);
  else if (now.or !== old.or)
    record[now.or === undefined ? 'breaking' : 'harmless'](
      property,
      `x-echoes of ${old.property} may be sent as ${now.or ?? 'nothing else'}`,
    );
  else if (now.changedBy !== old.changedBy)
    record[now.changedBy === undefined ? 'breaking' : 'harmless'](
      property,
      `x-echoes of ${old.property} is changed by ${now.changedBy ?? 'nothing else'}`,
    );
  else if (isLooser) record.breaking(property, `x-echoes of ${old.property} ignores more`);
  else record.harmless(property, `x-echoes of ${old.property} ignores less`);
}

/** Compares the old and the new relations between fields. A different `problem` breaks clients, which react to its code. */
function compareRelations(old: unknown, now: unknown, record: Recorder, property: string): void {
  const byWords = (list: unknown) => new Map(itemsOf(list).flatMap((one) => (isNode(one) ? [[describeRelation(one), one]] : [])));
  const [was, is] = [byWords(old), byWords(now)];
  for (const [what, relation] of is) {
    const before = was.get(what);
    if (!before) record.effect('narrower', property, `x-relations: ${what} is new`);
    else if (before.problem !== relation.problem)
      record.breaking(
        property,
        `x-relations: ${what} was refused with ${before.problem ?? 'validation_failed'}, is with ${relation.problem ?? 'validation_failed'}`,
      );
  }
  for (const what of was.keys()) if (!is.has(what)) record.effect('wider', property, `x-relations: ${what} is gone`);
}

/** Describes a relation. Two relations that allow the same values have the same description. */
function describeRelation(relation: Node): string {
  const { is, field, less, times, added, unit, rounded, plus, previous, fields, of, when, unless, together, decimals, within } =
    relation;
  const changed = Object.entries({ less, times, added, unit, rounded, plus }).map(([word, value]) =>
    value === undefined ? undefined : `${word} ${textOfValue(value)}`,
  );
  const object = of === undefined ? [] : [`of ${String(of).split('/').at(-1)}`];
  const limits = [
    previous === true ? 'of the entry before' : undefined,
    decimals === undefined ? undefined : textOfValue(decimals),
    within === undefined ? undefined : `within ${within} seconds`,
    when && `when ${textOfValue(when)}`,
    unless && `unless ${textOfValue(unless)}`,
    together && `together with ${textOfValue(together)}`,
  ];
  return [is, field, ...changed, ...itemsOf(fields), ...object, ...limits].filter((word) => word !== undefined).join(' ');
}

/** Writes a string as it is, and any other value as JSON, with the fields of an object in alphabetical order. */
function textOfValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value, isNode(value) ? Object.keys(value).sort() : undefined);
}

/** Compares the old and new values of a fact: a number, a list's length, or an object's numbers. A decrease breaks clients. */
export function compareNumbers(key: string, old: unknown, now: unknown, record: Recorder, property: string): void {
  if (Array.isArray(old)) {
    const count = itemsOf(now).length;
    if (count < old.length) record.breaking(property, `${key} were ${old.length}, are ${count}`);
    else if (JSON.stringify(old) !== JSON.stringify(now)) record.harmless(property, `${key} were ${old}, are ${now}`);
  } else if (isNode(old)) {
    for (const [name, value] of entriesOf(old))
      compareNumbers(`${key}.${name}`, value, isNode(now) ? now[name] : undefined, record, property);
  } else if (typeof old === 'number' && old !== now && !key.endsWith('.jitter')) {
    if (typeof now === 'number' && now > old) record.harmless(property, `${key} was ${old}, is ${now}`);
    else record.breaking(property, `${key} was ${old}, is ${now ?? 'absent'}`);
  }
}

/** Compares two versions of an `x-url`, property by property. */
function compareAddresses(old: unknown, now: unknown, record: Recorder, property: string, key = 'x-url'): void {
  if (!isNode(old) || !isNode(now)) {
    if (isNode(now)) record.effect('narrower', property, `${key} is new`);
    else if (isNode(old)) record.effect('wider', property, `${key} is gone`);
    return;
  }
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [was, is] = [old[name], now[name]];
    if (name === 'sandbox') compareSandbox(was, is, record, property);
    else if (JSON.stringify(was) !== JSON.stringify(is))
      record.effect(effectOf(name, was, is), property, `${key}.${name} was ${show(was)}, is ${show(is)}`);
  }
}

/** Compares two versions of the rules for URLs that only a sandbox accepts. Without rules, a sandbox accepts no further URLs. */
function compareSandbox(old: unknown, now: unknown, record: Recorder, property: string): void {
  if (isNode(old) && isNode(now)) compareAddresses(old, now, record, property, 'x-url.sandbox');
  else if (isNode(old)) record.effect('narrower', property, 'x-url.sandbox is gone');
  else if (isNode(now)) record.effect('wider', property, 'x-url.sandbox is new');
}

/** Returns the effect of a change to a property of `x-url`. An absent property, `true` or `any` accepts everything. */
function effectOf(name: string, old: unknown, now: unknown): Effect {
  const isWide = (value: unknown) => value === undefined || value === true || textOf(value) === 'any';
  if (isWide(old) || isWide(now)) return isWide(now) ? 'wider' : 'narrower';
  const [was, is] = [itemsOf(old), itemsOf(now)];
  if (name !== 'hosts' && was.every((one) => is.includes(one))) return 'wider';
  return name !== 'hosts' && is.every((one) => was.includes(one)) ? 'narrower' : 'other';
}

/** Writes a value for a report. */
export const show = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value));
