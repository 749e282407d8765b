/** A JSON object of a document. The reader validates nothing, so a value may be missing or have any type. */
// biome-ignore lint/suspicious/noExplicitAny: a type would promise what the lint rules have yet to check
export type Node = Record<string, any>;

/** The keys that lead from the document's root to a value. */
export type Place = (string | number)[];

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lists the entries of a JSON object. Returns an empty list for any other value. */
export function entriesOf(value: unknown): [string, Node[string]][] {
  return isNode(value) ? Object.entries(value) : [];
}

/** Lists those entries of a JSON object whose value is an object too. Returns an empty list for any other value. */
export function nodesOf(value: unknown): [string, Node][] {
  return entriesOf(value).filter((entry) => isNode(entry[1]));
}

/** Lists the items of a JSON array. Returns an empty list for any other value. */
export function itemsOf(value: unknown): Node[string][] {
  return Array.isArray(value) ? value : [];
}

/** Returns whether a value is a string that contains more than white space. */
export function isText(value: unknown): value is string {
  return textOf(value).trim() !== '';
}

/** Returns a string unchanged, and an empty string for any other value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
