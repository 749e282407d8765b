/** A JSON object of a document. The reader validates nothing, so each value may have any type or be missing. */
// biome-ignore lint/suspicious/noExplicitAny: a type would promise what the lint rules are there to find out
export type Node = Record<string, any>;

/** The keys that lead from the document's root to a value. */
export type Place = (string | number)[];

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lists the entries of a JSON object; none for anything else. */
export function entriesOf(value: unknown): [string, Node[string]][] {
  return isNode(value) ? Object.entries(value) : [];
}

/** Lists the entries of a JSON object that are objects themselves; none for anything else. */
export function nodesOf(value: unknown): [string, Node][] {
  return entriesOf(value).filter((entry) => isNode(entry[1]));
}

/** Lists the items of a JSON array; none for anything else. */
export function itemsOf(value: unknown): Node[string][] {
  return Array.isArray(value) ? value : [];
}

/** Returns whether a value is a string that contains more than white space. */
export function isText(value: unknown): value is string {
  return textOf(value).trim() !== '';
}

/** Returns a string as it is, and an empty string for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
