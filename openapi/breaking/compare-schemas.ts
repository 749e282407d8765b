import { isDeepStrictEqual } from 'node:util';
import { isNode, itemsOf, type Node } from '../reader/json.ts';
import { compareFacts, show } from './compare-facts.ts';
import { compareFields, type Field } from './compare-fields.ts';
import type { Effect, Recorder, Sender } from './record-changes.ts';

/** Keywords whose value is one schema, each with a function that names the schema's values in reports. */
const inner: Record<string, (property: string) => string> = {
  items: (property) => `${property}[]`,
  additionalProperties: (property) => under(property, '(any other field)'),
  propertyNames: (property) => under(property, '(names of fields)'),
};

/** Keywords whose value is a list of schemas, each with the effect of adding a schema to the list. */
const lists: Record<string, Effect> = { anyOf: 'wider', oneOf: 'wider', allOf: 'narrower' };

/** Compares two schemas of the same value. `sender` sends the value. An absent schema allows everything. */
export function compareSchemas(before: unknown, after: unknown, sender: Sender, record: Recorder, property = ''): void {
  // Compares every keyword. If this program does not know a keyword, `compareKeyword` compares the keyword's values.
  const [old, now] = [asNode(before), asNode(after)];
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)].filter(isAssertion))) {
    if (key === 'properties' || key === 'required') continue;
    if (key === 'dependentRequired') {
      compareCompanions(old, now, record, property);
      continue;
    }
    const nameInner = inner[key];
    const more = lists[key];
    if (nameInner) compareInner(old[key], now[key], sender, record, nameInner(property));
    else if (more) compareLists(key, more, [itemsOf(old[key]), itemsOf(now[key])], sender, record, property);
    else compareKeyword(key, old, now, sender, record, property);
  }
  compareFacts(old, now, record, property);
  compareFields(
    fieldsOf(old),
    fieldsOf(now),
    { sender, record, wasClosed: old.additionalProperties === false, nameOf: (key) => under(property, key) },
    (key, was, is) => compareSchemas(was, is, sender, record, under(property, key)),
  );
}

/** Compares two versions of `dependentRequired`. Skips the entries of a new field, because existing clients do not send it. */
function compareCompanions(before: Node, after: Node, record: Recorder, property: string): void {
  const [was, is] = [asNode(before.dependentRequired), asNode(after.dependentRequired)];
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (!Object.hasOwn(asNode(before.properties), name) && before.additionalProperties === false) continue;
    const [old, now] = [itemsOf(was[name]), itemsOf(is[name])];
    for (const other of now)
      if (!old.includes(other)) record.effect('narrower', under(property, name), `needs ${other} beside it`);
    for (const other of old)
      if (!now.includes(other)) record.effect('wider', under(property, name), `needs ${other} beside it no longer`);
  }
}

function compareInner(before: unknown, after: unknown, sender: Sender, record: Recorder, name: string): void {
  if (before === false && after === false) return;
  if (after === false) record.effect('narrower', name, 'is refused from now on');
  else if (before === false) record.effect('wider', name, 'is allowed from now on');
  else compareSchemas(before, after, sender, record, name);
}

function compareLists(
  key: string,
  more: Effect,
  [before, after]: [readonly unknown[], readonly unknown[]],
  sender: Sender,
  record: Recorder,
  property: string,
): void {
  // An absent list allows every value, so adding an `anyOf` or `oneOf` allows fewer values, and removing it allows more.
  if (key !== 'allOf' && (before.length === 0 || after.length === 0)) {
    record.effect(before.length === 0 ? 'narrower' : 'wider', property, `${key} is ${before.length === 0 ? 'new' : 'gone'}`);
    return;
  }
  const same = (one: unknown) => (other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const old = before.filter((entry) => !after.some(same(entry)));
  const now = after.filter((entry) => !before.some(same(entry)));
  if (old.length === now.length) {
    for (const [index, entry] of old.entries()) compareSchemas(entry, now[index], sender, record, property);
    return;
  }
  for (const _ of now) record.effect(more, property, `${key} has an entry more`);
  for (const _ of old) record.effect(more === 'wider' ? 'narrower' : 'wider', property, `${key} has lost an entry`);
}

function fieldsOf(schema: Node): Map<string, Field> {
  const properties = isNode(schema.properties) ? schema.properties : {};
  const required = itemsOf(schema.required);
  const names = new Set([...Object.keys(properties), ...required.map(String)]);
  return new Map([...names].map((name) => [name, { required: required.includes(name), schema: properties[name] }]));
}

function asNode(schema: unknown): Node {
  if (schema === false) return { not: {} };
  return isNode(schema) ? dropRepeatedType(schema) : {};
}

/** Removes `type` from a schema's `not` if the schema has the same `type`: values of other types are refused anyway. */
function dropRepeatedType(schema: Node): Node {
  if (!isNode(schema.not) || typeof schema.type !== 'string' || schema.not.type !== schema.type) return schema;
  const { type: _type, ...not } = schema.not;
  return { ...schema, not };
}

function under(property: string, key: string): string {
  return property === '' ? key : `${property}.${key}`;
}

const lowest = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains'];
const highest = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains'];
const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Returns whether a keyword affects which values are valid or what an absent value means. Others only describe values. */
function isAssertion(key: string): boolean {
  const words =
    /^(title|description|examples?|deprecated|readOnly|writeOnly|externalDocs|xml|\$comment|\$id|\$anchor|\$defs)$|^x-/;
  return !words.test(key);
}

/** Compares the old and the new value of a keyword that contains no schema. */
function compareKeyword(key: string, before: Node, after: Node, sender: Sender, record: Recorder, property: string): void {
  const [old, now] = [before[key], after[key]];
  // Treats `const` as an enum of one value. If there is also an `enum`, compares only the enum.
  if (key === 'enum' || key === 'const') {
    if (key === 'enum' || !('enum' in before || 'enum' in after)) compareEnums(before, after, sender, record, property);
    return;
  }
  const effect = effectOf(key, old, now);
  if (!effect) return;
  const what = `${key} was ${show(old)}, is ${show(now)}`;
  // A new default changes what a request without the field means, which breaks clients. In responses, a default has no effect.
  if (key !== 'default') record.effect(effect, property, what);
  else if (sender === 'client' && old !== undefined) record.breaking(property, what);
}

function effectOf(key: string, old: unknown, now: unknown): Effect | undefined {
  if (isDeepStrictEqual(old, now)) return undefined;
  if (key === 'type') return effectOfSets(typesOf(old), typesOf(now));
  if (lowest.includes(key)) return effectOfNumbers(numberOr(now, lowEnd(key)), numberOr(old, lowEnd(key)));
  if (highest.includes(key)) return effectOfNumbers(numberOr(old, Infinity), numberOr(now, Infinity));
  if (key === 'uniqueItems') return now === true ? 'narrower' : old === true ? 'wider' : undefined;
  if (old === undefined) return 'narrower';
  if (now === undefined) return 'wider';
  if (key === 'multipleOf' && typeof old === 'number' && typeof now === 'number') {
    if (isWhole(now / old)) return 'narrower';
    if (isWhole(old / now)) return 'wider';
  }
  return 'other';
}

function compareEnums(before: Node, after: Node, sender: Sender, record: Recorder, property: string): void {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  if (!old || !now) {
    const values = (old ?? now)?.join(', ');
    if (now) record.effect('narrower', property, `only ${values} is allowed from now on`);
    if (old) record.effect('wider', property, `more than ${values} is allowed from now on`);
    return;
  }
  const [wasOpen, isOpen] = [before, after].map((schema) => sender === 'service' && schema['x-open-enum'] === true);
  if (isOpen && !wasOpen) record.breaking(property, 'may grow from now on');
  for (const value of now.filter((one) => !old.includes(one))) {
    // Clients must accept unknown values of an open enum, so a new value breaks nothing.
    if (wasOpen) record.harmless(property, `may be ${value} too`);
    else record.effect('wider', property, `may be ${value} too`);
  }
  for (const value of old.filter((one) => !now.includes(one))) {
    // The value may have been renamed. A client that handles the old name would not recognize the new name.
    if (wasOpen) record.breaking(property, `may no longer be ${value}`);
    else record.effect('narrower', property, `may no longer be ${value}`);
  }
}

function valuesOf(schema: Node): string[] | undefined {
  const values = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : undefined;
  return values?.map((value) => JSON.stringify(value));
}

function typesOf(type: unknown): string[] {
  if (type === undefined) return types;
  const named = Array.isArray(type) ? type.map(String) : [String(type)];
  return named.includes('number') ? [...named, 'integer'] : named;
}

function effectOfSets(old: string[], now: string[]): Effect | undefined {
  const lost = old.some((one) => !now.includes(one));
  const won = now.some((one) => !old.includes(one));
  return lost && won ? 'other' : lost ? 'narrower' : won ? 'wider' : undefined;
}

/** Returns the effect of a changed bound. Lower bounds are passed as (new, old), and upper bounds as (old, new). */
function effectOfNumbers(low: number, high: number): Effect | undefined {
  return low === high ? undefined : low > high ? 'narrower' : 'wider';
}

/** Returns the lower bound that applies if a keyword is absent: 0 for lengths and most counts, -Infinity for numbers. */
function lowEnd(key: string): number {
  return key === 'minContains' ? 1 : /imum$/.test(key) ? -Infinity : 0;
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function isWhole(ratio: number): boolean {
  // Tolerates a small error: in binary floating point, 0.1 / 0.01 is not exactly 10.
  return Math.round(ratio) > 0 && Math.abs(ratio - Math.round(ratio)) < 1e-9;
}
