import { type Change, takeNotes } from './change.ts';
import { isNode, type Node } from './parse-contract.ts';

/** Compares what every implementation is held to: what is promised no longer, or less firmly, clients cannot count on. */
export function compareRequirements(before: Node, after: Node, changes: Change[]): void {
  const notes = takeNotes(changes, 'x-requirements', 'service');
  const now = requirementsOf(after);
  const then = requirementsOf(before);
  for (const [id, { level, support }] of then) {
    const { level: levelNow, support: supportNow } = now.get(id) ?? {};
    if (!now.has(id)) notes.breaking(id, 'is gone');
    else if (level === 'MUST' && levelNow !== level) notes.breaking(id, `was MUST, is ${levelNow}`);
    else if (support === 'core' && supportNow !== support) notes.breaking(id, `was core, is ${supportNow}`);
  }
  for (const id of now.keys()) if (!then.has(id)) notes.harmless(id, 'is new');
}

/** By their id, wherever they stand. */
function requirementsOf(value: unknown, found = new Map<string, Node>()): Map<string, Node> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, part] of Object.entries(value)) {
    if (key === 'x-requirements' && Array.isArray(part)) {
      for (const requirement of part.filter(isNode)) found.set(String(requirement.id), requirement);
    } else requirementsOf(part, found);
  }
  return found;
}
