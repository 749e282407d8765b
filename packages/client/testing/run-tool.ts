import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Runs a developer's command with its options, or prints its help. A wrong call is a sentence with the help, and exit code 2. */
export async function runTool<const Options extends NonNullable<ParseArgsConfig['options']>>(
  help: string,
  options: Options,
  work: (values: ReturnType<typeof parseArgs<{ options: Options }>>['values']) => Promise<void>,
): Promise<void> {
  try {
    const { help: asked }: { help?: unknown } = parseArgs({
      options: { ...options, help: { type: 'boolean', short: 'h' } },
    }).values;
    if (asked) process.stdout.write(help);
    else await work(parseArgs({ options }).values);
  } catch (error) {
    if (!(error instanceof RangeError) && !String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS'))
      throw error;
    process.stderr.write(`${(error as Error).message}\n\n${help}`);
    process.exitCode = 2;
  }
}

/** Reads the value of an option. @throws RangeError with a sentence when it is no whole number in these bounds */
export function readNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new RangeError(`--${name} must be a whole number from ${least} to ${most}; it is ${JSON.stringify(text)}.`);
}
