import { textOf } from '../reader/json.ts';
import type { Contract } from '../reader/read-contract.ts';

/**
 * A numbered list of a guide that repeats an order of checks: `<!-- = submitReceipt.order -->`, and below it
 * `1. **Signature**: …`. A mark that does not end its line is only spoken of.
 */
const marked = /<!-- = (\w+)\.order -->:?$/;

/** Compares the lists of a guide that are marked with the order of checks of an operation. Returns those that have another. */
export function checkOrder({ operations }: Contract, text: string): { line: number; what: string }[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const id = marked.exec(line)?.[1];
    if (id === undefined) return [];
    const order = checksOf(textOf(operations.find((one) => one.id === id)?.node.description));
    if (order === undefined) return [{ line: index + 1, what: `The contract has no order of checks of ${id}.` }];
    const listed = stepsBelow(lines.slice(index + 1));
    if (listed.join() === order.join()) return [];
    return [{ line: index + 1, what: `It has the order ${listed.join(', ')}; ${id} has ${order.join(', ')}.` }];
  });
}

/** Returns the checks that a description names in order, in small letters. */
function checksOf(description: string): string[] | undefined {
  const words = /\*\*Order of checks\.\*\*([^.]*)/.exec(description)?.[1];
  return words?.split(',').map((check) => check.trim().replace(/\s+/g, ' ').toLowerCase());
}

/** Returns what the items of the next list begin with, in bold. */
function stepsBelow(lines: readonly string[]): string[] {
  const from = lines.slice(lines.findIndex((line) => line.trim() !== ''));
  const end = from.findIndex((line) => !/^\d+\. /.test(line));
  return from.slice(0, end < 0 ? from.length : end).map((line) => (/^\d+\. \*\*(.+?)\*\*/.exec(line)?.[1] ?? line).toLowerCase());
}
