import type { Schema } from './contract.ts';

/** Returns the distance between two neighbours that a number may be. */
export function stepOf(schema: Schema): number {
  if (typeof schema.multipleOf === 'number') return schema.multipleOf;
  return [schema.type].flat().includes('integer') ? 1 : 0.01;
}
