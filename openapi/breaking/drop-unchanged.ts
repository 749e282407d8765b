import { parseReference, valueAt } from '../reader/follow-reference.ts';
import { entriesOf, type Node } from '../reader/json.ts';

/** The parts of a contract that contain paths. Their entries are compared one by one. */
const sections = ['paths', 'webhooks'];

/** Removes paths if they and everything they refer to are the same in both contracts, because resolving references is slow. */
export function dropUnchanged(before: Node, after: Node): [before: Node, after: Node] {
  const isSame = compareTexts(before, after);
  // Keeps every path if the document's `security` or a security scheme has changed, because any operation may use it.
  if (!isSame('#/security') || !isSame('#/components/securitySchemes')) return [before, after];
  const kept = (document: Node, other: Node): Node => ({
    ...document,
    ...Object.fromEntries(
      sections.flatMap((section) => {
        const changed = entriesOf(document[section]).filter(([path, item]) => {
          const isThere = other[section]?.[path] !== undefined && JSON.stringify(other[section][path]) === JSON.stringify(item);
          return !isThere || !reach(before, item).every(isSame);
        });
        return document[section] === undefined ? [] : [[section, Object.fromEntries(changed)]];
      }),
    ),
  });
  const reach = createReach();
  return [kept(before, after), kept(after, before)];
}

/** Makes a function that returns whether both contracts have the same text at a reference. It compares each target only once. */
function compareTexts(before: Node, after: Node): (reference: string) => boolean {
  const known = new Map<string, boolean>();
  const textOf = (document: Node, reference: string) => JSON.stringify(valueAt(document, parseReference(reference) ?? []));
  return (reference) => {
    const found = known.get(reference) ?? textOf(before, reference) === textOf(after, reference);
    known.set(reference, found);
    return found;
  };
}

/** Makes a function that lists the references in a value and, recursively, those in their targets. */
function createReach(): (document: Node, value: unknown) => string[] {
  const held = new Map<string, string[]>();
  return (document, value) => {
    const found = new Set<string>();
    const open = listReferences(value);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      const inside = held.get(next) ?? listReferences(valueAt(document, parseReference(next) ?? []));
      held.set(next, inside);
      open.push(...inside);
    }
    return [...found];
  };
}

function listReferences(value: unknown): string[] {
  const found = new Set<string>();
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, part] of Object.entries(next))
      if (key === '$ref' && typeof part === 'string') found.add(part);
      else open.push(part);
  }
  return [...found];
}
