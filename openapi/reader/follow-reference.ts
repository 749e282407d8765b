import { isNode, itemsOf, type Node, type Place } from './json.ts';

/** A value of the document, and its place. */
export interface Target {
  node: Node[string];
  at: Place;
}

/** Lists a value and the targets of its chain of references, in order. The `node` of a missing target is undefined. */
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
/** Follows a chain of references to its end. If the value is not a reference, returns it unchanged. */
export function followReference(document: Node, node: unknown, at: Place): Target {
  const targets = listTargets(document, node, at);
  return targets.at(-1) ?? targets[0];
}

/** Returns the place of a `$ref`'s target in the document; undefined if the target is in another document. */
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

/** Decodes a percent-encoded part of a reference. Returns it unchanged if it is not validly encoded. */
export function decodePercent(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
/** Maximum number of values in a resolved document. Schemas with several references could otherwise fill the memory. */
const mostParts = 5_000_000;

/**
 * Replaces each `$ref` in the document, or only in `wanted`, with its target, because it makes no difference to clients where a
 * schema is defined. In a schema that contains itself, the inner reference stays.
 * @param name the name that error messages use for the document
 * @throws Error when the target of a reference does not exist, or when the result would be too large
 */
export function resolveReferences(document: Node, name: string, wanted: Node = document): Node {
  let parts = 0;
  const resolve = (value: unknown, within: readonly string[]): unknown => {
    parts += 1;
    if (parts > mostParts)
      throw new Error(
        `${name} has schemas inside schemas so often that they cannot be compared: ${mostParts} parts are not all.`,
      );
    if (Array.isArray(value)) return value.map((item) => resolve(item, within));
    if (!isNode(value)) return value;
    const { $ref, ...rest } = value;
    const siblings = Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, resolve(item, within)]));
    const keys = typeof $ref === 'string' ? parseReference($ref) : undefined;
    if (!keys) return $ref === undefined ? siblings : { $ref, ...siblings };
    if (within.includes($ref)) return { $ref, ...siblings };
    const found = valueAt(document, keys);
    if (found === undefined) throw new Error(`${name} refers to ${$ref}, which is not there.`);
    if (followReference(document, found, []).node === undefined)
      throw new Error(`${name} refers to ${$ref}, which leads back to itself or out of the document.`);
    const target = resolve(found, [...within, $ref]);
    return isNode(target) ? join(target, siblings) : target;
  };
  return Object.fromEntries(Object.entries(wanted).map(([key, value]) => [key, resolve(value, [])]));
}

/** Merges a `$ref`'s target with the keywords beside the `$ref`, because both apply. Keeps the description beside the `$ref`. */
function join(target: Node, siblings: Node): Node {
  const isWords = (key: string) => /^(summary|description|title|examples?|deprecated|default)$|^x-/.test(key);
  const isClashing = ([key, value]: [string, unknown]) =>
    !isWords(key) && key in target && JSON.stringify(target[key]) !== JSON.stringify(value);
  const clashing = Object.entries(siblings).filter(isClashing);
  const joined: Node = { ...target, ...siblings, ...Object.fromEntries(clashing.map(([key]) => [key, target[key]])) };
  return clashing.length === 0 ? joined : { ...joined, allOf: [...itemsOf(joined.allOf), Object.fromEntries(clashing)] };
}
