import type { Operation } from './contract.ts';

/** Returns the field of a read that `deleting` sets (`x-set-by`), and its requirement. Undefined if it shows no deletions. */
export function markOf({ method, response }: Operation, deleting: Operation): { field: string; requirement: string } | undefined {
  if (method !== 'GET') return undefined;
  for (const [field, schema] of Object.entries(response.properties ?? {})) {
    const fact = schema['x-set-by'] as { operation: string; requirement: string } | undefined;
    if (fact?.operation === deleting.id) return { field, requirement: fact.requirement };
  }
  return undefined;
}
