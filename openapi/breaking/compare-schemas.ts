import { isNode, itemsOf, type Node } from '../reader/json.ts';
import { compareFacts } from './compare-facts.ts';
import { compareFields, type Field } from './compare-fields.ts';
import { compareKeyword, isAssertion } from './compare-keywords.ts';
import type { Effect, Recorder, Sender } from './record-changes.ts';

/**
 * Keywords that hold one schema, each with a function that names the value described. Without the keyword, anything is allowed.
 */
const inner: Record<string, (property: string) => string> = {
  items: (property) => `${property}[]`,
  additionalProperties: (property) => under(property, '(any other field)'),
  propertyNames: (property) => under(property, '(names of fields)'),
};

/** Keywords that hold a list of schemas, with the effect of adding a schema. */
const lists: Record<string, Effect> = { anyOf: 'wider', oneOf: 'wider', allOf: 'narrower' };

/** Compares two schemas of the same value, which `sender` sends; an absent schema allows everything. */
export function compareSchemas(before: unknown, after: unknown, sender: Sender, record: Recorder, property = ''): void {
  // Keywords unknown to this program are compared by value.
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
    else if (more) compareLists(key, more, [asList(old[key]), asList(now[key])], sender, record, property);
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

/**
 * Compares which fields require other fields (`dependentRequired`). Ignores the requirements of a new field, because nobody sent
 * it before.
 */
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
  if ((before === false) !== (after === false)) {
    record.effect(
      after === false ? 'narrower' : 'wider',
      name,
      after === false ? 'is refused from now on' : 'is allowed from now on',
    );
  } else if (before !== false) {
    compareSchemas(before, after, sender, record, name);
  }
}

function compareLists(
  key: string,
  more: Effect,
  [before, after]: [readonly unknown[], readonly unknown[]],
  sender: Sender,
  record: Recorder,
  property: string,
): void {
  // An absent list sets no rule, so adding the first anyOf narrows and removing the last one widens.
  if (key !== 'allOf' && (before.length === 0 || after.length === 0)) {
    record.effect(before.length === 0 ? 'narrower' : 'wider', property, `${key} is ${before.length === 0 ? 'new' : 'gone'}`);
    return;
  }
  const same = (one: unknown) => (other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const old = before.filter((entry) => !after.some(same(entry)));
  const now = after.filter((entry) => !before.some(same(entry)));
  if (old.length === now.length) {
    old.forEach((entry, index) => {
      compareSchemas(entry, now[index], sender, record, property);
    });
    return;
  }
  for (const _ of now) record.effect(more, property, `${key} has an entry more`);
  for (const _ of old) record.effect(more === 'wider' ? 'narrower' : 'wider', property, `${key} has lost an entry`);
}

function fieldsOf(schema: Node): Map<string, Field> {
  const properties = isNode(schema.properties) ? schema.properties : {};
  const required = asList(schema.required);
  const names = new Set([...Object.keys(properties), ...required.map(String)]);
  return new Map([...names].map((name) => [name, { required: required.includes(name), schema: properties[name] }]));
}

function asNode(schema: unknown): Node {
  if (schema === false) return { not: {} };
  return isNode(schema) ? dropRepeatedType(schema) : {};
}

/**
 * Leaves out the type inside a `not` when it repeats the schema's own type, because that type already refuses every other value.
 */
function dropRepeatedType(schema: Node): Node {
  if (!isNode(schema.not) || typeof schema.type !== 'string' || schema.not.type !== schema.type) return schema;
  const { type: _type, ...not } = schema.not;
  return { ...schema, not };
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function under(property: string, key: string): string {
  return property === '' ? key : `${property}.${key}`;
}
