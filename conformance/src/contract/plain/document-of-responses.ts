import type { Schema } from '../contract.ts';
import { walkDocument } from './walk-document.ts';

/** Returns a copy of the document for judging responses: write-only properties are no longer required. */
export function documentOfResponses(document: Schema): Schema {
  const copy = JSON.parse(JSON.stringify(document)) as Schema;
  walkDocument(copy, (node) => {
    const { properties, required } = node;
    if (properties && Array.isArray(required))
      node.required = required.filter((name) => (properties[name] as Schema | undefined)?.writeOnly !== true);
    return undefined;
  });
  return copy;
}
