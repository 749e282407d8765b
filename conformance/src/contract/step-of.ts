import { compileSchema } from './compile-schema.ts';
import type { Schema } from './contract.ts';
import { multipleNear } from './multiples.ts';

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
  const isRight = compileSchema(schema);
  const multiples = Array.from({ length: 1000 }, (_, index) => multipleNear(0, step, index + 1));
  return multiples.find((value) => !Number.isInteger(value / step) && isRight(value));
}

/**
 * Returns a large multiple of the schema's step: the greatest up to the maximum, or else up to a million, because a server need
 * not hold every number that a schema without a maximum allows. Undefined where the schema has no step or allows none of these.
 */
export function largeMultiple(schema: Schema): number | undefined {
  const { multipleOf: step, maximum = 1e6 } = schema;
  if (typeof step !== 'number' || typeof maximum !== 'number') return undefined;
  const large = multipleNear(maximum, step);
  return compileSchema(schema)(large) ? large : undefined;
}

/** Returns numbers that are nearly a multiple of the schema's step, and break no other keyword. */
export function nearMultiples(schema: Schema, sample: number): [id: string, value: number][] {
  const { multipleOf: step, ...rest } = schema;
  if (typeof step !== 'number') return [];
  const [isRight, isAllowed] = [compileSchema(schema), compileSchema(rest)];
  const from = multipleNear(sample, step);
  const ways: [id: string, values: number[]][] = [
    ['not-multipleOf', [from + 1, from - 1, from + step / 2, from - step / 2]],
    ['nearly-a-multiple', [from + step / 1000, from - step / 1000]],
    // A check with a tolerance takes such a number for zero, which is a multiple of everything. A decimal of 28 digits, which
    // many servers use, can still hold it.
    ['next-to-zero', [step / 1e9, -step / 1e9]],
  ];
  return ways.flatMap(([id, values]) => {
    const found = values.map((value) => Number(value.toPrecision(15))).find((value) => !isRight(value) && isAllowed(value));
    return found === undefined ? [] : [[id, found] as [string, number]];
  });
}

/**
 * Returns a number above a bound: the next multiple of its step, or else the next double. 9223372036854775807 + 1, for example,
 * is the same double as the bound, so it would not lie above it.
 */
export function above(bound: number, step: number): number {
  const next = Math.round((bound + step) * 100) / 100;
  return next > bound ? next : bound + Math.max(step, Math.abs(bound) * Number.EPSILON);
}

/** Returns a number below a bound, chosen like the one in `above`. */
export function below(bound: number, step: number): number {
  return 0 - above(0 - bound, step);
}

/**
 * Checks whether a bound is an integer that no double holds exactly: reading the contract already rounded it, and
 * sending it would too.
 */
export const isBlurred = (bound: number): boolean => Number.isInteger(bound) && !Number.isSafeInteger(bound);
