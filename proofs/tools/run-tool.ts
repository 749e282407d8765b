import { UsageError } from '../../packages/server/src/errors/usage-error.ts';
import { parseOptions } from '../../packages/server/src/settings/parse-options.ts';

/** An option whose value is a whole number from `least` (1 by default) to `most`. */
export interface CountOption {
  default: number;
  least?: number;
  most: number;
}

/** The option for the seed. By default it is random. */
export const seed: CountOption = { default: 1 + Math.floor(Math.random() * 999_999), most: 999_999_999 };

/** The values of the options that are not numbers. */
type OtherValues<Others> = { [Name in keyof Others]?: Others[Name] extends 'flag' ? boolean : string[] };

/**
 * Runs a proof with its numeric options and its other arguments: flags, and names that may be repeated. Reports wrong arguments
 * with a sentence and exit code 2.
 */
export async function runTool<Name extends string, const Others extends Readonly<Record<string, 'flag' | 'names'>>>(
  helpText: string,
  options: Readonly<Record<Name, CountOption>>,
  work: (counts: Record<Name, number>, others: OtherValues<Others>) => Promise<void>,
  others: Others = {} as Others,
): Promise<void> {
  const names = Object.keys(options) as Name[];
  const string = { type: 'string' } as const;
  const boolean = { type: 'boolean' } as const;
  const described = Object.entries(others).map(([name, kind]) => [
    name,
    kind === 'flag' ? boolean : { ...string, multiple: true },
  ]);
  const config = {
    ...Object.fromEntries([...names.map((name) => [name, string]), ...described]),
    help: { ...boolean, short: 'h' },
  };
  try {
    const values: Partial<Record<string, unknown>> = parseOptions({ options: config }, 'Run with --help.').values;
    if (values.help) process.stdout.write(helpText);
    else {
      const counts = names.map((name) => [name, readCount(name, values[name], options[name])]);
      const rest = Object.fromEntries(Object.keys(others).map((name) => [name, values[name]]));
      await work(Object.fromEntries(counts) as Record<Name, number>, rest as OtherValues<Others>);
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}

function readCount(name: string, text: unknown, { default: standard, least = 1, most }: CountOption): number {
  if (typeof text !== 'string') return standard;
  if (/^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new UsageError(`--${name} is ${JSON.stringify(text)}: it must be a whole number from ${least} to ${most}.`);
}

/** Prints the first findings and a summary line; sets exit code 1 if there are findings. */
export function printFindings(findings: readonly string[], summary: string): void {
  for (const line of [...findings.slice(0, 20), summary]) process.stdout.write(`${line}\n`);
  if (findings.length > 0) process.exitCode = 1;
}
