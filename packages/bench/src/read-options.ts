import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measurements } from './measurements/index.ts';
import type { Settings } from './measurements/measurement.ts';
import { UsageError } from './usage-error.ts';

/** Options of a run. */
export interface BenchOptions extends Settings {
  help: boolean;
  /** Names of measurements. */
  only: readonly string[];
  /** The file for the figures. */
  out: string;
}

/** The text that `--help` prints. */
export const helpText = `Measures this server beside others that do the same work.

  npm run bench -- [options]

  --rounds N      how often each point is measured, 1 to 99 (5)
  --seconds N     how long each point is loaded in a round, 1 to 60 (3)
  --only NAME     one measurement; may be said again. There are:
${Object.entries(measurements)
  .map(([name, { title }]) => `                  ${name.padEnd(9)} ${title}`)
  .join('\n')}
  --rows N        invoices in the large database of rows (5000000)
  --requests N    requests before memory looks (1000000)
  --out FILE      where the figures go, as JSON (build/bench.json)

Figures are of one machine at one time. CPU time a request repeats best; throughput and latency swing with what else runs.
`;

/** @throws UsageError saying in a sentence what is wrong with the command line */
export function readOptions(args: readonly string[]): BenchOptions {
  const values = parse(args);
  const only = values.only ?? Object.keys(measurements);
  for (const name of only) {
    if (!Object.hasOwn(measurements, name)) {
      throw new UsageError(
        `There is no measurement ${JSON.stringify(name)}: --only takes ${Object.keys(measurements).join(', ')}.`,
      );
    }
  }
  return {
    help: values.help ?? false,
    rounds: readCount('rounds', values.rounds ?? '5', 99),
    seconds: readCount('seconds', values.seconds ?? '3', 60),
    only: [...new Set(only)],
    rows: readCount('rows', values.rows ?? '5000000', 50_000_000),
    requests: readCount('requests', values.requests ?? '1000000', 100_000_000),
    out: resolve(values.out ?? join(import.meta.dirname, '../../../build/bench.json')),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        only: { type: 'string', multiple: true },
        rows: { type: 'string' },
        requests: { type: 'string' },
        out: { type: 'string' },
      },
    }).values;
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ');
    throw new UsageError(`${sentence.replace(/\.$/, '')}. Run with --help for what there is.`);
  }
}

function readCount(name: string, text: string, most: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > most)
    throw new UsageError(`--${name} is ${JSON.stringify(text)}: set it to a number from 1 to ${most}.`);
  return count;
}
