import type { Operation } from './contract.ts';

/** Finds the field in which a read shows that `deleting` deleted the object. Returns the field's name and requirement. */
export function markOf({ method, response }: Operation, deleting: Operation): { field: string; requirement: string } | undefined {
  if (method !== 'GET') return undefined;
  for (const [field, schema] of Object.entries(response.properties ?? {})) {
    const fact = schema['x-set-by'] as { operation: string; requirement: string } | undefined;
    if (fact?.operation === deleting.id) return { field, requirement: fact.requirement };
  }
  return undefined;
}
