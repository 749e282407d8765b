import { load } from 'js-yaml';

/** A JSON object, as a contract is made of. */
export type Node = { [key: string]: unknown };

/** Whether a value is a JSON object. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects in a value that may be one, may hold others, or may be absent: what a contract leaves out is empty. */
export function nodesOf(value: unknown): [string, Node][] {
  return isNode(value) ? Object.entries(value).filter((entry): entry is [string, Node] => isNode(entry[1])) : [];
}

/**
 * Reads a contract, each `$ref` into it replaced by what it names: where a schema stands changes nothing for a client.
 * @throws Error with a sentence that names the contract as `name`
 */
export function parseContract(text: string, name: string): Node {
  let document: unknown;
  try {
    document = load(text);
  } catch (error) {
    throw new Error(`${name} is not YAML: ${(error as Error).message.trim()}`, { cause: error });
  }
  if (!isNode(document) || typeof document.openapi !== 'string') throw new Error(`${name} is no OpenAPI document.`);
  refuseCircle(document, name, []);
  return resolveNode(document, document, name, []) as Node;
}

/** @throws Error when a value holds itself, as an alias inside its own anchor does: it would be read without end */
function refuseCircle(value: unknown, name: string, within: readonly unknown[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (within.includes(value)) throw new Error(`${name} has an alias inside its own anchor.`);
  for (const part of Object.values(value)) refuseCircle(part, name, [...within, value]);
}

function resolveNode(value: unknown, document: Node, name: string, within: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveNode(item, document, name, within));
  if (!isNode(value)) return value;
  const { $ref, ...rest } = value;
  const siblings = Object.fromEntries(
    Object.entries(rest).map(([key, item]) => [key, resolveNode(item, document, name, within)]),
  );
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return $ref === undefined ? siblings : { $ref, ...siblings };
  // A schema inside itself stays a reference: it is compared where it stands for the first time.
  if (within.includes($ref)) return { $ref, ...siblings };
  const target = resolveNode(find($ref, document, name), document, name, [...within, $ref]);
  return isNode(target) ? join(target, siblings) : target;
}

function find(ref: string, document: Node, name: string): unknown {
  const keys = ref
    .slice(2)
    .split('/')
    .map((key) => decode(key).replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = keys.reduce<unknown>((node, key) => (isNode(node) ? node[key] : undefined), document);
  if (found === undefined) throw new Error(`${name} refers to ${ref}, which is not there.`);
  return found;
}

/** What is no encoding stands for itself, and names nothing. */
function decode(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** Both hold, the target and what stands beside `$ref`; of words alone the nearer ones are read. */
function join(target: Node, siblings: Node): Node {
  const isWords = (key: string) => /^(summary|description|title|examples?|deprecated|default)$|^x-/.test(key);
  const clashing = Object.entries(siblings).filter(
    ([key, value]) => !isWords(key) && key in target && JSON.stringify(target[key]) !== JSON.stringify(value),
  );
  if (clashing.length === 0) return { ...target, ...siblings };
  const others = Array.isArray(target.allOf) ? target.allOf : [];
  return { ...siblings, ...target, allOf: [...others, Object.fromEntries(clashing)] };
}
