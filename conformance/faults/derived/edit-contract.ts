// biome-ignore lint/suspicious/noExplicitAny: a document is edited in many ways, so no part of it is typed.
export type Document = any;

/** An edit of the contract. The server follows the edited contract, so it violates whatever the edit removed. */
export type EditDocument = (document: Document) => void;

/** Keywords that `takeConstraints` keeps: they restrict no values, or they contain schemas that are edited separately. */
const kept = new Set(['properties', 'items', 'description', 'examples', 'default', '$ref']);

/** Removes every constraint from the schema at a pointer, so that any value is valid. */
export function takeConstraints(pointer: string): EditDocument {
  return (document) => {
    const schema = nodeAt(document, pointer);
    for (const keyword of Object.keys(schema)) if (!kept.has(keyword) && !keyword.startsWith('x-')) delete schema[keyword];
    delete schema.$ref;
    const [owner, name] = [nodeAt(document, above(pointer, 2)), nameOf(pointer)];
    if (Array.isArray(owner?.required)) owner.required = owner.required.filter((one: string) => one !== name);
  };
}

/** Removes the property at a pointer from its schema, so that the server treats it as unknown. */
export function takeProperty(pointer: string): EditDocument {
  return (document) => {
    const owner = nodeAt(document, above(pointer, 2));
    delete owner.properties[nameOf(pointer)];
    if (Array.isArray(owner.required)) owner.required = owner.required.filter((one: string) => one !== nameOf(pointer));
  };
}

export function nodeAt(document: Document, pointer: string): Document {
  return partsOf(pointer).reduce((node, key) => node?.[key], document);
}

/** Returns the pointer to the node this many steps above a pointer. */
export const above = (pointer: string, steps: number): string => pointer.split('/').slice(0, -steps).join('/');

/** Returns the last key of a pointer. */
export const nameOf = (pointer: string): string => partsOf(pointer).at(-1) ?? '';

function partsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
