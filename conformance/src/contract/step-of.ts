import { compileSchema } from './compile-schema.ts';
import type { Schema } from './contract.ts';

/** Returns the smallest difference between two valid numbers. */
export function stepOf(schema: Schema): number {
  if (typeof schema.multipleOf === 'number') return schema.multipleOf;
  return [schema.type].flat().includes('integer') ? 1 : 0.01;
}

/**
 * Finds a multiple of the schema's step that floating-point division does not recognise as one; undefined where there is none.
 */
export function decimalMultiple(schema: Schema): number | undefined {
  const { multipleOf: step } = schema;
  if (typeof step !== 'number' || Number.isInteger(step)) return undefined;
  const decimals = String(step).split('.')[1]?.length ?? 0;
  const isRight = compileSchema(schema);
  const multiples = Array.from({ length: 1000 }, (_, index) => Number(((index + 1) * step).toFixed(decimals)));
  return multiples.find((value) => !Number.isInteger(value / step) && isRight(value));
}
