import { findCount, findStaleWords } from '../reader/find-stale-words.ts';
import { valueAt } from '../reader/follow-reference.ts';
import { itemsOf, textOf } from '../reader/json.ts';
import { readUnit } from '../reader/read-amounts.ts';
import type { Contract } from '../reader/read-contract.ts';

/** Matches a number in a guide and its fact: `60<!-- = create.requests -->`, or `24 hours<!-- = Key.x-kept-seconds -->`. */
const marked = /(?<![\d.])([\d.]+)((?:[^\d.<][^\d<]{0,11})?)<!-- = ([^<>]+) -->/g;

/** Lists statements of a guide that contradict the contract, and sentences that count operations, fields or the like. */
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

/** Corrects the numbers that repeat a fact. A number that would not be whole in its unit stays, and `checkProse` reports it. */
export function correctNumbers(contract: Contract, text: string): string {
  return text.replaceAll(marked, (whole, number: string, between: string, name: string) => {
    const fact = (factOf(contract, name) ?? Number.NaN) / readUnit(between);
    // If the new value is half an hour and the text says hours, for example, the author has to rewrite it in minutes.
    const isWritten = Number.isNaN(fact) || fact === Number(number) || (readUnit(between) > 1 && !Number.isInteger(fact));
    return isWritten ? whole : `${fact}${between}<!-- = ${name} -->`;
  });
}

const unitOf = (between: string): string => (readUnit(between) > 1 ? between : '');

/** Removes the `<!-- = … -->` comments after numbers. Only programs read these comments. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/<!-- = [^<>]+ -->/g, '');
}

/**
 * Returns the value of the fact with this name: `create.requests` (a rate limit), `receiveInvoiceEvent.x-delivery.timeout` (a
 * callback), or a path such as `x-body-limit`, `IdempotencyKey.x-kept-seconds` or `CreatePaymentRequest.returnUrl.maxLength`.
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

/** Matches `<!-- = submitReceipt.order -->` at the end of a line. Below it, a guide lists that operation's checks in order. */
const orderMark = /<!-- = (\w+)\.order -->:?$/;

/** Compares each list below an order mark with the operation's order of checks, and reports the lists that differ. */
function checkOrder({ operations }: Contract, text: string): { line: number; what: string }[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const id = orderMark.exec(line)?.[1];
    if (id === undefined) return [];
    const order = checksOf(textOf(operations.find((one) => one.id === id)?.node.description));
    if (order === undefined) return [{ line: index + 1, what: `The contract has no order of checks of ${id}.` }];
    const listed = stepsBelow(lines.slice(index + 1));
    if (listed.join() === order.join()) return [];
    return [{ line: index + 1, what: `It has the order ${listed.join(', ')}; ${id} has ${order.join(', ')}.` }];
  });
}

/** Returns the checks in the order in which a description names them, in lower case. */
function checksOf(description: string): string[] | undefined {
  const words = /\*\*Order of checks\.\*\*([^.]*)/.exec(description)?.[1];
  return words?.split(',').map((check) => check.trim().replace(/\s+/g, ' ').toLowerCase());
}

/** Returns the bold text at the start of each item of the numbered list that comes next. */
function stepsBelow(lines: readonly string[]): string[] {
  const from = lines.slice(lines.findIndex((line) => line.trim() !== ''));
  const end = from.findIndex((line) => !/^\d+\. /.test(line));
  return from.slice(0, end < 0 ? from.length : end).map((line) => (/^\d+\. \*\*(.+?)\*\*/.exec(line)?.[1] ?? line).toLowerCase());
}
