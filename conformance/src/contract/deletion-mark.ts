import type { Operation } from './contract.ts';

/** The field in which a read shows when an object was deleted, and the requirement that states this. */
interface DeletionMark {
  field: string;
  requirement: string;
}

/** Returns the field of a read that `deleting` sets (`x-set-by`). Returns undefined if the read does not show deletions. */
export function markOf({ method, response }: Operation, deleting: Operation): DeletionMark | undefined {
  if (method !== 'GET') return undefined;
  for (const [field, schema] of Object.entries(response.properties ?? {})) {
    const fact = schema['x-set-by'] as { operation: string; requirement: string } | undefined;
    if (fact?.operation === deleting.id) return { field, requirement: fact.requirement };
  }
  return undefined;
}
