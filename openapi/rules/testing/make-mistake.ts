import { parseReference, valueAt } from '../../reader/follow-reference.ts';

/** A document under test, without a type because tests break it in every way. */
// biome-ignore lint/suspicious/noExplicitAny: a type would forbid the very mistakes that the rules are for
export type Document = any;

/** One way to break the base: the change, the place that the rule reports, and part of its message. */
export type Mistake = [change: (document: Document) => void, at: string, says: string];

export interface RuleTest {
  /** Options of the rule, as in redocly.yaml. */
  options?: object;
  /** A small document in which the rule finds nothing. */
  base: Document;
  /** Changes in which the rule finds nothing, by description. */
  passes?: Record<string, (document: Document) => void>;
  /** Changes in which the rule finds exactly one mistake, by description. */
  finds: Record<string, Mistake>;
}

/** Makes a mistake by setting a wrong value at a place; the rule must report that place. */
export function wrong(at: string, value: unknown, says: string): Mistake {
  return [put(at, value), at, says];
}

/** Returns a change that sets the value at a place. */
export function put(at: string, value: unknown): (document: Document) => void {
  return change(at, (holder, key) => Object.assign(holder, { [key]: value }));
}

/** Makes a mistake by removing a field; the rule must report the place where it is missing. */
export function missing(at: string, field: string, says: string): Mistake {
  return [change(at, (holder, key) => delete holder[key][field]), at, says];
}

/** Returns a change of the value at a place; `edit` receives the object that holds it, and its key. */
function change(at: string, edit: (holder: Document, key: string) => void): (document: Document) => void {
  const keys = parseReference(at) ?? [];
  return (document) => edit(valueAt(document, keys.slice(0, -1)), keys.at(-1) ?? '');
}

/** Returns a change that turns a component schema into a choice between itself and another one. */
export function makeChoice(name: string): (document: Document) => void {
  return ({ components: { schemas } }) => {
    schemas[`Whole${name}`] = schemas[name];
    schemas[name] = { oneOf: [{ $ref: `#/components/schemas/Whole${name}` }, { properties: { other: { type: 'string' } } }] };
  };
}
