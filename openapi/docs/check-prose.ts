import { findCount } from '../reader/find-count.ts';
import { valueAt } from '../reader/follow-reference.ts';
import type { Contract } from '../reader/read-contract.ts';

/** A number and the fact that it repeats: `60<!-- = create.requests -->`. */
const marked = /([\d.]+)([^\d<]{0,12})<!-- = (.+?) -->/g;

/**
 * Compares the prose of a guide with the contract: it counts nothing that the contract lists, and each number that is marked
 * with a fact is that fact. Returns the places where it says something else.
 */
export function checkProse(contract: Contract, text: string): { line: number; what: string }[] {
  return text.split('\n').flatMap((line, index) => {
    const count = findCount(line);
    const errors = Array.from(line.matchAll(marked), ([, number = '', , name = '']) => {
      const fact = factOf(contract, name);
      if (fact === undefined) return `The contract has no fact ${name}. Correct the name beside ${number}.`;
      return Number(number) === fact ? '' : `It says ${number}, and ${name} is ${fact}.`;
    }).filter((error) => error !== '');
    if (count !== undefined) errors.push(`It counts "${count}", which the contract lists. Say it without the number.`);
    return errors.map((what) => ({ line: index + 1, what }));
  });
}

/** Writes the fact in place of each number that is marked with one. A name that the contract does not know is left, to be told. */
export function correctNumbers(contract: Contract, text: string): string {
  return text.replaceAll(marked, (whole, number: string, between: string, name: string) => {
    const fact = factOf(contract, name);
    return fact === undefined || fact === Number(number) ? whole : `${fact}${between}<!-- = ${name} -->`;
  });
}

/** Removes the marks, which are for programs. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/<!-- = .+? -->/g, '');
}

/**
 * Finds the number of a fact: of a rate limit as `create.requests`, of anything else by its place, `x-body-limit` or
 * `CreatePaymentRequest.returnUrl.maxLength`.
 */
function factOf({ document, rateLimits, schemas }: Contract, name: string): number | undefined {
  const [first = '', ...rest] = name.split('.');
  const limit = rateLimits.find((one) => one.name === first);
  const schema = schemas.get(first);
  const [property = '', ...keys] = rest;
  const value = limit
    ? valueAt(limit.node, rest)
    : schema
      ? valueAt(schema, property in (schema.properties ?? {}) ? ['properties', property, ...keys] : rest)
      : valueAt(document, [first, ...rest]);
  return typeof value === 'number' ? value : undefined;
}
