import { isNode, type Place } from '../reader/json.ts';
import type { Finding } from './define-rule.ts';
import { unknownKeys } from './unknown-keys.ts';

/** Finds what is wrong with the value of a fact; `called` is how messages name it. */
export type Shape = (value: unknown, at: Place, called: string) => Iterable<Finding>;

/** A property of a fact that may be left out. */
interface Optional {
  optional: Shape;
}

export const positive: Shape = valueThat((value) => typeof value === 'number' && value > 0, 'a number above 0');
export const count: Shape = valueThat((value) => Number.isInteger(value) && Number(value) > 0, 'a whole number above 0');
export const fraction: Shape = valueThat((value) => typeof value === 'number' && value >= 0 && value < 1, 'a number from 0 to 1');
export const text: Shape = valueThat((value) => typeof value === 'string' && value.trim() !== '', 'a text');
export const flag: Shape = valueThat((value) => typeof value === 'boolean', 'true or false');
export const set: Shape = valueThat((value) => value === true, 'true, or leave it out');

/** Any shape: another rule looks at the value. */
export const any: Shape = () => [];

export function oneOf(...values: string[]): Shape {
  return valueThat((value) => values.some((one) => one === value), values.join(', '));
}

/** A list with at least one entry, all different. */
export function listOf(entry: Shape): Shape {
  return function* (value, at, called) {
    if (!Array.isArray(value) || value.length === 0 || new Set(value.map((one) => JSON.stringify(one))).size < value.length)
      yield { at, message: `${called} is no list of different entries. List at least one.` };
    else for (const [index, one] of value.entries()) yield* entry(one, [...at, index], `An entry of ${called}`);
  };
}

/** Either of two shapes; what is wrong by the second is told. */
export function either(first: Shape, second: Shape): Shape {
  return (value, at, called) => ([...first(value, at, called)].length === 0 ? [] : second(value, at, called));
}

/** An object of these properties and no others. */
export function objectOf(properties: Record<string, Shape | Optional>): Shape {
  return function* (value, at, called) {
    const known = Object.keys(properties);
    if (!isNode(value)) {
      yield { at, message: `${called} is no object. Known are ${known.join(', ')}.` };
      return;
    }
    for (const key of unknownKeys(value, known))
      yield { at: [...at, key], message: `${called} has an unknown field '${key}'. Known are ${known.join(', ')}.` };
    for (const [key, shape] of Object.entries(properties)) {
      if (key in value)
        yield* (typeof shape === 'function' ? shape : shape.optional)(value[key], [...at, key], `'${key}' of ${called}`);
      else if (typeof shape === 'function') yield { at, message: `${called} has no '${key}'. Add it.` };
    }
  };
}

/** An object of this shape in which one number is at most another. */
export function ordered(lesser: string, greater: string, shape: Shape): Shape {
  return function* (value, at, called) {
    yield* shape(value, at, called);
    if (isNode(value) && value[lesser] > value[greater])
      yield {
        at: [...at, lesser],
        message: `'${lesser}' of ${called} is more than its '${greater}'. Make it ${value[greater]} or less.`,
      };
  };
}

/** An object whose keys are names that the author chose. */
export function mapOf(entry: Shape): Shape {
  return function* (value, at, called) {
    if (!isNode(value) || Object.keys(value).length === 0) yield { at, message: `${called} is no object with entries in it.` };
    else for (const [key, one] of Object.entries(value)) yield* entry(one, [...at, key], `'${key}' of ${called}`);
  };
}

function valueThat(isRight: (value: unknown) => boolean, wanted: string): Shape {
  return function* (value, at, called) {
    if (!isRight(value)) yield { at, message: `${called} is ${JSON.stringify(value)}. Write ${wanted}.` };
  };
}
