import { UsageError } from '../../conformance/src/command/options/usage-error.ts';
import { helpText, readOptions } from './read-options.ts';

/** Runs the command and returns its exit code. Reports a user's mistake with a sentence. */
export async function runMutantsCommand(args: string[]): Promise<number> {
  try {
    const options = readOptions(args);
    if (options.help) {
      process.stdout.write(helpText);
      return 0;
    }
    process.stderr.write('Listing the mutants …\n');
    // Imported only here, so that help and messages about wrong options need not wait for the TypeScript compiler.
    const { measureMutants } = await import('./measure-mutants.ts');
    return await measureMutants(options);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}
