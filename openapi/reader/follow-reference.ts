import { isNode, type Node, type Place } from './json.ts';

/** A value of the document and its place. */
export interface Target {
  node: Node[string];
  at: Place;
}

/**
 * Lists a value and, when it is a reference, its targets one after another, because each reference may have keywords next to it.
 * The last `node` is undefined when the reference leads nowhere. Reads no other files, because the contract is one document.
 */
export function listTargets(document: Node, node: unknown, at: Place): [Target, ...Target[]] {
  const seen = new Set<string>();
  const targets: [Target, ...Target[]] = [{ node, at }];
  for (let next = node; isNode(next) && typeof next.$ref === 'string'; ) {
    const { $ref } = next;
    const keys = seen.has($ref) ? undefined : parseReference($ref);
    next = keys && valueAt(document, keys);
    seen.add($ref);
    targets.push({ node: next, at: keys && next !== undefined ? keys : at });
  }
  return targets;
}

/** Follows a reference to its end; returns any other value as it is. */
export function followReference(document: Node, node: unknown, at: Place): Target {
  const targets = listTargets(document, node, at);
  return targets.at(-1) ?? targets[0];
}

/** Returns the place that a `$ref` within the same document points to; undefined for a reference to another document. */
export function parseReference($ref: string): string[] | undefined {
  if (!$ref.startsWith('#/')) return undefined;
  return $ref
    .slice(2)
    .split('/')
    .map((key) => decodePercent(key).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Writes a place as a JSON pointer. */
export function toPointer(at: Place): string {
  return at.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Reads the value at a place; undefined when there is none. */
export function valueAt(document: Node, at: Place): Node[string] {
  return at.reduce((node: Node[string], key) => node?.[key], document);
}

/** Decodes a percent-encoded key; returns an invalid one unchanged. */
function decodePercent(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
