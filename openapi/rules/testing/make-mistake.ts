import { parseReference, valueAt } from '../../reader/follow-reference.ts';
import type { Document, Mistake } from './test-rules.ts';

/** Makes a mistake that is a wrong value at a place, where the rule finds it. */
export function wrong(at: string, value: unknown, says: string): Mistake {
  return [put(at, value), at, says];
}

/** Puts a value at a place. */
export function put(at: string, value: unknown): (document: Document) => void {
  return change(at, (holder, key) => Object.assign(holder, { [key]: value }));
}

/** Makes a mistake that is a missing field, which the rule finds where the field is missing. */
export function missing(at: string, field: string, says: string): Mistake {
  return [change(at, (holder, key) => delete holder[key][field]), at, says];
}

/** Changes the value at a place, by what holds it and its key there. */
function change(at: string, edit: (holder: Document, key: string) => void): (document: Document) => void {
  const keys = parseReference(at) ?? [];
  return (document) => edit(valueAt(document, keys.slice(0, -1)), keys.at(-1) ?? '');
}

/** Makes a schema of the components a choice of itself and another one. */
export function makeChoice(name: string): (document: Document) => void {
  return ({ components: { schemas } }) => {
    schemas[`Whole${name}`] = schemas[name];
    schemas[name] = { oneOf: [{ $ref: `#/components/schemas/Whole${name}` }, { properties: { other: { type: 'string' } } }] };
  };
}
