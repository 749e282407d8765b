import { UsageError } from '../../packages/server/src/errors/usage-error.ts';
import { parseOptions } from '../../packages/server/src/settings/parse-options.ts';

/** An option of a developer's command: a count from 1 to `most`. */
export interface CountOption {
  default: number;
  most: number;
}

/** A seed that is another one each time, unless the command line has one. */
export const seed: CountOption = { default: 1 + Math.floor(Math.random() * 999_999), most: 999_999_999 };

/** Runs a developer's command with its options, each a count, and with the names behind `--only` where it takes that. A wrong call is a sentence and exit code 2. */
export async function runTool<Name extends string>(
  helpText: string,
  options: Readonly<Record<Name, CountOption>>,
  work: (counts: Record<Name, number>, only: readonly string[] | undefined) => Promise<void>,
  takesOnly = false,
): Promise<void> {
  const names = Object.keys(options) as Name[];
  try {
    const { only, ...values } = parse(names, takesOnly);
    if (values.help) process.stdout.write(helpText);
    else {
      const counts = names.map((name) => [name, readCount(name, values[name], options[name])]);
      await work(Object.fromEntries(counts) as Record<Name, number>, Array.isArray(only) ? only : undefined);
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}

type Value = string | boolean | undefined;

function parse(names: readonly string[], takesOnly: boolean): Record<string, Value | string[]> {
  const counts = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
  const only = takesOnly ? ({ only: { type: 'string', multiple: true } } as const) : {};
  return parseOptions({ options: { ...counts, ...only, help: { type: 'boolean', short: 'h' } } }, 'Run with --help.').values;
}

function readCount(name: string, text: Value | string[], option: CountOption): number {
  if (typeof text !== 'string') return option.default;
  if (/^[1-9]\d{0,8}$/.test(text) && Number(text) <= option.most) return Number(text);
  throw new UsageError(`--${name} is ${JSON.stringify(text)}: it must be a whole number from 1 to ${option.most}.`);
}
