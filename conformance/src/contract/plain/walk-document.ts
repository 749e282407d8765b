import type { Schema } from '../contract.ts';
import { pointed } from '../follow-reference.ts';

/** Keywords whose values are objects in which the author chose the keys. */
const maps = new Set(
  (
    'properties patternProperties dependentSchemas $defs definitions schemas responses parameters examples requestBodies headers ' +
    'securitySchemes links callbacks pathItems paths webhooks variables mapping encoding content x-files'
  ).split(' '),
);

/** Keys whose values are data, in which nothing is interpreted. */
const data = new Set(['example', 'default', 'const', 'enum', 'value']);

/** Maximum nesting of a document. Documents written by people are never nested that deep. */
const deepest = 300;

/**
 * Calls `visit` with each object of a document and its pointer, but not with data or with objects whose keys are names. An object
 * that `visit` returns replaces the visited one.
 * @throws Error with a full sentence if the document is nested too deep
 */
export function walkDocument(document: Schema, visit: (node: Schema, pointer: string) => Schema | undefined): Schema {
  const walk = (node: unknown, pointer: string, isMap: boolean, depth: number): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    if (depth > deepest) throw new Error(`it is nested more than ${deepest} deep (${pointer.slice(0, 80)}…).`);
    if (Array.isArray(node)) {
      for (const [index, item] of node.entries()) node[index] = walk(item, `${pointer}/${index}`, false, depth + 1);
      return node;
    }
    const own = node as Schema;
    for (const [key, value] of Object.entries(own)) {
      if (!isMap && (data.has(key) || (key === 'examples' && Array.isArray(value)))) continue;
      const at = `${pointer}/${pointed(key)}`;
      const made = walk(value, at, !isMap && maps.has(key) && !Array.isArray(value), depth + 1);
      if (made !== value) own[key] = made;
    }
    return isMap ? own : (visit(own, pointer) ?? own);
  };
  return walk(document, '', false, 0) as Schema;
}
