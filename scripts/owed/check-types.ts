import type { Debt } from './debt.ts';
import { root, runProgram } from './run-program.ts';

/** Lists the first error of each place that does not compile: what a handler, a column, a call or a word is missing. */
export async function checkTypes(): Promise<Debt[]> {
  const { status, output, errors } = await runProgram(`${root}/node_modules/.bin/tsc`, '-b', '--pretty', 'false');
  const debts = Array.from(
    output.matchAll(/^(\S+?)\((\d+),\d+\): error TS\d+: (.+)((?:\n +.+)*)$/gm),
    ([, file = '', line, what = '', reasons = '']) => ({ file, line: Number(line), what: describeError(what, reasons) }),
  );
  if (status !== 0 && debts.length === 0) throw new Error(`The types cannot be checked:\n${(output + errors).trim()}`);
  return debts;
}

/** Says what is wrong: of types that do not fit, the last reason, which names the field; the types themselves are long. */
export function describeError(what: string, reasons: string): string {
  const lines = reasons.split('\n').map((line) => line.trim());
  const last = lines.at(-1) ?? '';
  // A type that is a sentence, for whoever reads it here.
  const sentences = /^Type '("[^']+")' does not satisfy the constraint 'never'/.exec(what)?.[1];
  if (sentences) return [...sentences.matchAll(/"([^"]+)"/g)].map(([, sentence]) => sentence).join('; ');
  const several = / is missing the following properties from type '(.+?)': (.+)$/.exec(isLongReason(what) ? last || what : what);
  if (several) return `Properties ${several[2]} are missing: add them${asSaid(several[1] ?? '')}`;
  // Of a choice of types the compiler compares with the last one, which says nothing of the others.
  const field = /^Types of property '(.+)' are incompatible/.exec(lines.at(-2) ?? '')?.[1];
  const value = /^Type '(.{1,60}?)' is not assignable/.exec(last)?.[1];
  if (field && value) return `${field} may not be ${value} any more.`;
  return (isLongReason(what) && last !== '' ? last : what).replace(
    /( is missing| is optional) in type '.*' but required in type '(.*)'\.$/,
    (_, how: string, wanted: string) => `${how}: add it${asSaid(wanted)}`,
  );
}

/** Tells if an error is about two types, which the reason below it tells apart. */
const isLongReason = (what: string): boolean => / is not assignable to (type|parameter)/.test(what);

/** Names the type that asks for something, where that is short. */
const asSaid = (wanted: string): string => (wanted.length > 100 ? '.' : `, as ${wanted} says.`);
