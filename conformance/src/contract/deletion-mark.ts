import type { Operation } from './contract.ts';

/** Returns the field in which a read shows a deletion by `deleting`, and its requirement. Returns undefined if there is none. */
export function markOf({ method, response }: Operation, deleting: Operation): { field: string; requirement: string } | undefined {
  if (method !== 'GET') return undefined;
  for (const [field, schema] of Object.entries(response.properties ?? {})) {
    const fact = schema['x-set-by'] as { operation: string; requirement: string } | undefined;
    if (fact?.operation === deleting.id) return { field, requirement: fact.requirement };
  }
  return undefined;
}
