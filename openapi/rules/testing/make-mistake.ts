import { parseReference, valueAt } from '../../reader/follow-reference.ts';

/** A document that a test changes. It has no type, because tests also make invalid documents. */
// biome-ignore lint/suspicious/noExplicitAny: a type would forbid the mistakes that the rules must find
export type Document = any;

/** A mistake: the change that makes it, the place that the rule must report, and a part of the expected message. */
export type Mistake = [change: (document: Document) => void, at: string, says: string];

export interface RuleTest {
  options?: object;
  base: Document;
  /** Changes that the rule must accept, keyed by their description. */
  passes?: Record<string, (document: Document) => void>;
  /** Changes for which the rule must report exactly one mistake, keyed by their description. */
  finds: Record<string, Mistake>;
}

/** Makes a document from the given parts. Its `paths` is empty unless the parts contain one. */
export function baseOf(parts: object): Document {
  return { openapi: '3.1.0', info: { title: 'Base', version: '1.0.0' }, paths: {}, ...parts };
}

/** Makes a mistake that sets a wrong value. The rule must report the place of that value. */
export function wrong(at: string, value: unknown, says: string): Mistake {
  return [put(at, value), at, says];
}

/** Returns a change that sets the value at a place. */
export function put(at: string, value: unknown): (document: Document) => void {
  return change(at, (holder, key) => Object.assign(holder, { [key]: value }));
}

/** Makes a mistake that removes a field. The rule must report the place where the field is missing. */
export function missing(at: string, field: string, says: string): Mistake {
  return [remove(`${at}/${field}`), at, says];
}

/** Returns a change that removes the value at a place. */
export function remove(at: string): (document: Document) => void {
  return change(at, (holder, key) => delete holder[key]);
}

/** Returns a change that edits the value at a place: `edit` gets the object that contains it, and its key. */
function change(at: string, edit: (holder: Document, key: string) => void): (document: Document) => void {
  const keys = parseReference(at) ?? [];
  return (document) => edit(valueAt(document, keys.slice(0, -1)), keys.at(-1) ?? '');
}

/** Adds a required field to the create request: an object that contains two objects, each with two more, for 40 levels. */
export function nestDeeply({ components: { schemas } }: Document): void {
  for (let level = 0; level < 40; level += 1) {
    const next = { $ref: `#/components/schemas/Level${level + 1}` };
    schemas[`Level${level}`] = { type: 'object', required: ['one', 'other'], properties: { one: next, other: { ...next } } };
  }
  schemas.Level40 = { type: 'object' };
  schemas.Create.required.push('deep');
  schemas.Create.properties.deep = { $ref: '#/components/schemas/Level0' };
}

/** Returns a change that turns a component schema into a `oneOf` of itself and another schema. */
export function makeChoice(name: string): (document: Document) => void {
  return ({ components: { schemas } }) => {
    schemas[`Whole${name}`] = schemas[name];
    schemas[name] = { oneOf: [{ $ref: `#/components/schemas/Whole${name}` }, { properties: { other: { type: 'string' } } }] };
  };
}
