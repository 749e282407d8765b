/** Measures this server beside its peers; `--help` lists the options. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describeMachine } from '../src/describe-machine.ts';
import { measurements } from '../src/measurements/index.ts';
import { startSpinner } from '../src/pin.ts';
import { type BenchOptions, helpText, readOptions } from '../src/read-options.ts';
import { UsageError } from '../src/usage-error.ts';

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(helpText);
  else await run(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function run({ only, out, help, ...settings }: BenchOptions): Promise<void> {
  // So that servers and folder are gone after an interruption too.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const directory = mkdtempSync(join(tmpdir(), 'payment-invoice-bench-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  const spinner = startSpinner();
  const results: Record<string, unknown> = {};
  for (const name of only) {
    const measurement = measurements[name];
    if (!measurement) continue;
    process.stderr.write(`${name}: ${measurement.title}\n`);
    const { text, figures } = await measurement.run(settings, join(directory, name));
    process.stdout.write(`\n${measurement.title}\n\n${text}\n\n`);
    results[name] = figures;
    // After each, so that an interrupted run leaves what it has.
    mkdirSync(dirname(out), { recursive: true });
    writeFileSync(out, `${JSON.stringify({ at: new Date(), settings, ...describeMachine(), results }, null, 2)}\n`);
  }
  spinner?.kill();
}
