import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measurements } from '../measurements/index.ts';
import type { Settings } from '../measurements/measurement.ts';
import { UsageError } from './usage-error.ts';

export interface BenchOptions extends Settings {
  help: boolean;
  names: readonly string[];
  /** The file to write the figures to. */
  out: string;
  /** The file of an earlier run to compare with. */
  compare: string | undefined;
}

const names = Object.keys(measurements);

export const helpText = `Measures this server beside others that do the same work.

  npm run prove -- bench [what …] [options]

What to measure (${names[0]}):
${Object.entries(measurements)
  .map(([name, { title }]) => `  ${name.padEnd(14)} ${title}`)
  .join('\n')}

Options:
  --rounds N     how often the servers are started anew, 1 to 99 (4)
  --slices N     how often each server is loaded at each point in a round, 1 to 999 (10)
  --slice MS     how long, in milliseconds, 20 to 10000 (100)
  --seconds N    the longest that a comparison takes, on a machine that is slow today, 1 to 9999 (150)
  --warm N       requests of each operation before the first slice, 1 to 100000 (12000)
  --rows N       invoices in the large database of rows (5000000)
  --requests N   requests before memory is looked at (1000000)
  --out FILE     where the figures go, as JSON (build/bench.json)
  --compare FILE an earlier run's figures, to compare the ratios with

Ctrl+C ends the run and prints what is known. Read the ratios: the values are those of one machine at one time.
`;

/** @throws UsageError that says in a sentence what is wrong with the command line */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parse(args);
  for (const name of positionals) {
    if (!names.includes(name))
      throw new UsageError(`There is nothing called ${JSON.stringify(name)} to measure: name ${names.join(', ')}.`);
  }
  const count = (
    name: 'rounds' | 'slices' | 'slice' | 'seconds' | 'warm' | 'rows' | 'requests',
    usual: number,
    [least, most]: [number, number],
  ) => readCount(name, values[name] ?? String(usual), least, most);
  return {
    help: values.help ?? false,
    names: positionals.length > 0 ? [...new Set(positionals)] : names.slice(0, 1),
    rounds: count('rounds', 4, [1, 99]),
    slices: count('slices', 10, [1, 999]),
    slice: count('slice', 100, [20, 10_000]),
    seconds: count('seconds', 150, [1, 9_999]),
    warm: count('warm', 12_000, [1, 100_000]),
    rows: count('rows', 5_000_000, [1, 50_000_000]),
    requests: count('requests', 1_000_000, [1, 100_000_000]),
    out: resolve(values.out ?? `${import.meta.dirname}/../../../../build/bench.json`),
    compare: values.compare === undefined ? undefined : resolve(values.compare),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        rounds: { type: 'string' },
        slices: { type: 'string' },
        slice: { type: 'string' },
        seconds: { type: 'string' },
        warm: { type: 'string' },
        rows: { type: 'string' },
        requests: { type: 'string' },
        out: { type: 'string' },
        compare: { type: 'string' },
      },
    });
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ');
    throw new UsageError(`${sentence.replace(/\.$/, '')}. Run with --help for the options.`);
  }
}

function readCount(name: string, text: string, least: number, most: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (count >= least && count <= most) return count;
  throw new UsageError(`--${name} is ${JSON.stringify(text)}: set it to a number from ${least} to ${most}.`);
}
