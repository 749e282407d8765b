/** Compares this server's performance with that of its peers; `--help` lists the options. */
import { type BenchOptions, helpText, readOptions } from '../src/command/read-options.ts';
import { runMeasurements } from '../src/command/run-measurements.ts';
import { UsageError } from '../src/command/usage-error.ts';

try {
  const options: BenchOptions = readOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(helpText);
  else await runMeasurements(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
