import type { Debt } from './debt.ts';
import { root, runProgram } from './run-program.ts';

/** Lists the first error of each place that does not compile: what a handler, a column, a call or a word is missing. */
export async function checkTypes(): Promise<Debt[]> {
  const { status, output, errors } = await runProgram(`${root}/node_modules/.bin/tsc`, '-b', '--pretty', 'false');
  const debts = Array.from(output.matchAll(/^(\S+?)\((\d+),\d+\): error TS\d+: (.+)$/gm), ([, file = '', line, what = '']) => ({
    file,
    line: Number(line),
    // The types are long, and the line says the rest.
    what: what.replace(/ in type '.*' but required in type .*$/, ': add it.'),
  }));
  if (status !== 0 && debts.length === 0) throw new Error(`The types cannot be checked:\n${(output + errors).trim()}`);
  return debts;
}
