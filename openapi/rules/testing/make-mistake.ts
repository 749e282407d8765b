import { parseReference, valueAt } from '../../reader/follow-reference.ts';
import type { Document, Mistake } from './test-rules.ts';

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
