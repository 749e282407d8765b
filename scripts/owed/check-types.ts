import type { Debt } from './debt.ts';
import { root, runProgram } from './run-program.ts';

/** Lists the compiler's errors, such as those about a missing handler, column, argument or text. */
export async function checkTypes(): Promise<Debt[]> {
  const { status, output, errors } = await runProgram(`${root}/node_modules/.bin/tsc`, '-b', '--pretty', 'false');
  const debts = describeErrors(output);
  if (status !== 0 && debts.length === 0) throw new Error(`The types cannot be checked:\n${(output + errors).trim()}`);
  return debts;
}

/** Describes the errors that the compiler printed. All errors in a type test become one debt, because they have one cause. */
export function describeErrors(output: string): Debt[] {
  const errors = Array.from(
    output.matchAll(/^(\S+?)\((\d+),\d+\): error TS\d+: (.+)((?:\n +.+)*)$/gm),
    ([, file = '', line, what = '', reasons = '']) => ({ file, line: Number(line), what, reasons }),
  );
  const isOfTypes = ({ file }: { file: string }): boolean => file.endsWith('.test-d.ts');
  const tests = Map.groupBy(errors.filter(isOfTypes), ({ file }) => file);
  return [
    ...errors
      .filter((error) => !isOfTypes(error))
      .map(({ file, line, what, reasons }) => ({ file, line, what: describeError(what, reasons) })),
    ...[...tests].map(([file, found]) => {
      const lines = [...new Set(found.map(({ line }) => line))];
      const where = `line${lines.length === 1 ? '' : 's'} ${lines.join(', ')}`;
      return {
        file,
        what: `This test expects types that no longer follow from the contract, at ${where}. Correct them once the other files compile.`,
      };
    }),
  ];
}

/** Describes an error. If two types do not match, quotes only the compiler's last reason, which names the field. */
export function describeError(what: string, reasons: string): string {
  const lines = reasons.split('\n').map((line) => line.trim());
  const last = lines.at(-1) ?? '';
  const sentences = /^Type '("[^" ]+ .+)' does not satisfy the constraint 'never'/.exec(what)?.[1];
  if (sentences) return listSentences(sentences, reasons).join('; ');
  const several = / is missing the following properties from type '(.+?)': (.+)$/.exec(isLongReason(what) ? last || what : what);
  if (several) return `Properties ${several[2]} are missing: add them${asSaid(several[1] ?? '')}`;
  // For a value that matches no type of a union, the compiler explains only how it differs from the last of these types.
  const field = /^Types of property '(.+)' are incompatible/.exec(lines.at(-2) ?? '')?.[1];
  const value = /^Type '(.{1,60}?)' is not assignable/.exec(last)?.[1];
  if (field && value) return `${field} can no longer be ${value}.`;
  const said = (isLongReason(what) && last !== '' ? last : what).replace(
    /( is missing| is optional) in type '.*' but required in type '(.*)'\.$/,
    (_, how: string, wanted: string) => `${how}: add it${asSaid(wanted)}`,
  );
  if (!isCut(said)) return said;
  const whole = lines.findLast((line) => line !== '' && !isCut(line));
  return `It no longer matches the types that follow from the contract${whole === undefined ? '' : ` (${whole.replace(/\.$/, '')})`}. Correct it; npx tsc -b shows where.`;
}

/** Returns whether a part of a message was cut off by the compiler, or is too long to read. */
const isCut = (text: string): boolean => text.includes('...') || text.length > 300;

/** Lists an error's sentences. If the last is cut off, copies its end from a sentence that differs only in the first word. */
function listSentences(types: string, reasons: string): string[] {
  const whole = [...new Set(Array.from(`${types}\n${reasons}`.matchAll(/"([^"\n]+)"/g), ([, sentence = '']) => sentence))];
  const [, name, begun = ''] = /"(\S+)( [^"]*)\.\.\.$/.exec(types) ?? [];
  const like = whole.map((sentence) => sentence.replace(/^\S+/, '')).find((rest) => rest.startsWith(begun));
  return name === undefined || like === undefined ? whole : [...new Set([...whole, `${name}${like}`])];
}

/** Returns whether an error is about two types. The reasons below such an error say where the types differ. */
const isLongReason = (what: string): boolean => / is not assignable to (type|parameter)/.test(what);

/** Returns the end of a sentence: the name of the type that requires the property, or only a full stop if it is too long. */
const asSaid = (wanted: string): string => (wanted.length > 100 ? '.' : `, as ${wanted} says.`);
