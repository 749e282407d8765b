import { compileSchema } from './compile-schema.ts';
import type { Schema } from './contract.ts';
import { multipleNear } from './multiples.ts';

/** Returns the schema's `multipleOf` or, if there is none, a usual step: 1 for integers, 0.01 for other numbers. */
export function stepOf(schema: Schema): number {
  if (typeof schema.multipleOf === 'number') return schema.multipleOf;
  return [schema.type].flat().includes('integer') ? 1 : 0.01;
}

/** Finds a valid multiple of the schema's step that a check by floating-point division would refuse. */
export function decimalMultiple(schema: Schema): number | undefined {
  const { multipleOf: step } = schema;
  if (typeof step !== 'number' || Number.isInteger(step)) return undefined;
  const isRight = compileSchema(schema);
  const multiples = Array.from({ length: 1000 }, (_, index) => multipleNear(0, step, index + 1));
  return multiples.find((value) => !Number.isInteger(value / step) && isRight(value));
}

/**
 * Returns the greatest multiple of the schema's step up to its maximum, if the schema allows this value. Without a maximum, the
 * limit is a million, because a server need not be able to store every larger number.
 */
export function largeMultiple(schema: Schema): number | undefined {
  const { multipleOf: step, maximum = 1e6 } = schema;
  if (typeof step !== 'number' || typeof maximum !== 'number') return undefined;
  const large = multipleNear(maximum, step);
  return compileSchema(schema)(large) ? large : undefined;
}

/** Returns numbers that are almost a multiple of the schema's step and violate no other keyword. */
export function nearMultiples(schema: Schema, sample: number): [id: string, value: number][] {
  const { multipleOf: step, ...rest } = schema;
  if (typeof step !== 'number') return [];
  const [isRight, isAllowed] = [compileSchema(schema), compileSchema(rest)];
  const from = multipleNear(sample, step);
  const ways: [id: string, values: number[]][] = [
    ['not-multipleOf', [from + 1, from - 1, from + step / 2, from - step / 2]],
    ['nearly-a-multiple', [from + step / 1000, from - step / 1000]],
    // These numbers are so close to zero that a check with a tolerance takes them for zero, which is a multiple of every step.
    // Decimal types with 28 digits, which many servers use, can represent them.
    ['next-to-zero', [step / 1e9, -step / 1e9]],
  ];
  return ways.flatMap(([id, values]) => {
    const found = values.map((value) => Number(value.toPrecision(15))).find((value) => !isRight(value) && isAllowed(value));
    return found === undefined ? [] : [[id, found] as [string, number]];
  });
}

/** Returns a bound plus a step. If the sum is the same double as the bound, as for 2 ** 63 and 1, returns the next double. */
export function above(bound: number, step: number): number {
  const next = Math.round((bound + step) * 100) / 100;
  return next > bound ? next : bound + Math.max(step, Math.abs(bound) * Number.EPSILON);
}

/** Returns a number below a bound, in the same way as `above`. */
export const below = (bound: number, step: number): number => 0 - above(0 - bound, step);

/** Returns whether a bound is such a large integer that the parser may have rounded it to the nearest double. */
export const isBlurred = (bound: number): boolean => Number.isInteger(bound) && !Number.isSafeInteger(bound);
