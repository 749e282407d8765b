import { textOf } from '../reader/json.ts';
import type { Contract } from '../reader/read-contract.ts';

/**
 * Matches the mark of a numbered list in a guide that repeats an order of checks: `<!-- = submitReceipt.order -->`, followed by
 * lines such as `1. **Signature**: …`. Ignores a mark that does not end its line, because that is only a mention.
 */
const marked = /<!-- = (\w+)\.order -->:?$/;

/** Compares each marked list of a guide with the operation's order of checks. Returns the lists that differ. */
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

/** Returns the checks in the order that a description names them, in lower case. */
function checksOf(description: string): string[] | undefined {
  const words = /\*\*Order of checks\.\*\*([^.]*)/.exec(description)?.[1];
  return words?.split(',').map((check) => check.trim().replace(/\s+/g, ' ').toLowerCase());
}

/** Returns the bold beginnings of the items of the next list. */
function stepsBelow(lines: readonly string[]): string[] {
  const from = lines.slice(lines.findIndex((line) => line.trim() !== ''));
  const end = from.findIndex((line) => !/^\d+\. /.test(line));
  return from.slice(0, end < 0 ? from.length : end).map((line) => (/^\d+\. \*\*(.+?)\*\*/.exec(line)?.[1] ?? line).toLowerCase());
}
