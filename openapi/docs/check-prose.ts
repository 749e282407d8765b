import { findCount } from '../reader/find-count.ts';
import { findStaleWords } from '../reader/find-stale-words.ts';
import { valueAt } from '../reader/follow-reference.ts';
import { itemsOf } from '../reader/json.ts';
import { readUnit } from '../reader/read-amounts.ts';
import type { Contract } from '../reader/read-contract.ts';
import { checkOrder } from './check-order.ts';

/** A number and the fact that it repeats, `60<!-- = create.requests -->`, in a unit or without: `24 hours<!-- = Key.x-kept-seconds -->`. */
const marked = /(?<![\d.])([\d.]+)((?:[^\d.<][^\d<]{0,11})?)<!-- = ([^<>]+) -->/g;

/**
 * Compares the prose of a guide with the contract: it counts nothing that the contract lists, each number that is marked
 * with a fact is that fact, and so is each order. Returns the places where it says something else.
 */
export function checkProse(contract: Contract, text: string): { line: number; what: string }[] {
  const inLines = text.split('\n').flatMap((line, index) => {
    const count = findCount(line);
    const stale = findStaleWords(contract, line);
    const errors = Array.from(line.matchAll(marked), ([, number = '', between = '', name = '']) => {
      const fact = factOf(contract, name);
      if (fact === undefined) return `The contract has no fact ${name}. Correct the name beside ${number}.`;
      return Number(number) * readUnit(between) === fact ? '' : `It says ${number}${unitOf(between)}, and ${name} is ${fact}.`;
    }).filter((error) => error !== '');
    if (count !== undefined) errors.push(`It counts "${count}", which the contract lists. Say it without the number.`);
    return [...errors, ...stale].map((what) => ({ line: index + 1, what }));
  });
  return [...inLines, ...checkOrder(contract, text)];
}

/** Writes the fact in place of each number that is marked with one. What cannot be written is left, to be told. */
export function correctNumbers(contract: Contract, text: string): string {
  return text.replaceAll(marked, (whole, number: string, between: string, name: string) => {
    const fact = (factOf(contract, name) ?? Number.NaN) / readUnit(between);
    // Half an hour has no figure: the author says it in minutes.
    const isWritten = Number.isNaN(fact) || fact === Number(number) || (readUnit(between) > 1 && !Number.isInteger(fact));
    return isWritten ? whole : `${fact}${between}<!-- = ${name} -->`;
  });
}

const unitOf = (between: string): string => (readUnit(between) > 1 ? between : '');

/** Removes the marks, which are for programs. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/<!-- = [^<>]+ -->/g, '');
}

/**
 * Finds the number of a fact: of a rate limit as `create.requests`, of a callback as `receiveInvoiceEvent.x-delivery.timeout`, of
 * anything else by its place, `x-body-limit`, `IdempotencyKey.x-kept-seconds` or `CreatePaymentRequest.returnUrl.maxLength`.
 */
function factOf({ document, operations, rateLimits, schemas }: Contract, name: string): number | undefined {
  const [first = '', ...rest] = name.split('.');
  const limit = rateLimits.find((one) => one.name === first);
  const schema = schemas.get(first);
  const callback = operations.flatMap(({ callbacks }) => callbacks).find(({ id }) => id === first);
  const owner = limit?.node ?? callback?.node ?? document.components?.parameters?.[first];
  const [property = '', ...keys] = rest;
  const value = owner
    ? rest.join('.') === 'x-delivery.attempts'
      ? itemsOf(owner['x-delivery']?.delays).length + 1
      : valueAt(owner, rest)
    : schema
      ? valueAt(schema, property in (schema.properties ?? {}) ? ['properties', property, ...keys] : rest)
      : valueAt(document, [first, ...rest]);
  return typeof value === 'number' ? value : undefined;
}
