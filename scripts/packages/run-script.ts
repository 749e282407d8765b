import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Runs a release command with its options, or prints its help. Exits with 1 when it failed, with 2 for wrong arguments. */
export function runScript<const Options extends NonNullable<ParseArgsConfig['options']>>(
  helpText: string,
  options: Options,
  work: (values: ReturnType<typeof parseArgs<{ options: Options }>>['values']) => void,
): void {
  try {
    const { help }: { help?: unknown } = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } }).values;
    if (help) process.stdout.write(helpText);
    else work(parseArgs({ options }).values);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS') ? 2 : 1;
  }
}
