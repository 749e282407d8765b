import { parseArgs } from 'node:util';
import { UsageError } from '../../conformance/src/command/options/usage-error.ts';

export interface MutantOptions {
  sample: number;
  /** The number of minutes after which no further mutant is started. */
  minutes: number;
  seed: number;
  /** Number of runs at the same time. */
  atOnce: number;
  /** The ids of the mutants to run. If there are none, a sample is run. */
  only: string[];
  /** True to ignore the results of earlier runs. */
  fresh: boolean;
  /** True to list the mutants without running any. */
  list: boolean;
  /** True to write the figures into the repository. */
  write: boolean;
  help: boolean;
}

const options = {
  sample: { type: 'string', default: '300' },
  minutes: { type: 'string', default: '240' },
  seed: { type: 'string', default: '1' },
  'at-once': { type: 'string', default: '3' },
  only: { type: 'string', multiple: true, default: [] as string[] },
  fresh: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export const helpText = `Changes one token of the reference server's source at a time, runs the full profile of the suite against each changed server,
and lists the changes that the suite does not notice. Does not change the working tree.

Usage: npm run prove -- mutants [--sample 300] [--seed 1] [--minutes 240] [--only ID ...]

  --sample N    the number of mutants to run, from those whose code a run of the suite reaches (300)
  --seed N      chooses the sample (1); with the same seed, a larger sample contains a smaller one
  --minutes M   starts no more mutants after this time (240)
  --at-once N   the number of concurrent runs (3); a run mostly waits
  --only ID     runs only this mutant, even if its outcome is known; may be repeated
  --fresh       ignores the outcomes of earlier runs
  --list        lists all mutants with their places, and runs none
  --write       writes the figures to proofs/mutants/measured.md

Keeps the outcomes in build/mutants/, so an interrupted run continues where it stopped. Runs a mutant again when its file has
changed; a survivor, also when the suite has changed. proofs/mutants/unobservable.yaml explains survivors that nobody can see from
outside.

Exit code 0: every survivor is explained. 1: one is not, or the run was interrupted. 2: an option is wrong.
`;

/** Reads a command line. @throws UsageError */
export function readOptions(args: string[]): MutantOptions {
  const { 'at-once': atOnce, sample, minutes, seed, only, ...flags } = parse(args);
  return {
    ...flags,
    only: [...only],
    sample: readWhole('sample', sample, 1, 100_000),
    minutes: readWhole('minutes', minutes, 1, 10_000),
    seed: readWhole('seed', seed, 0, 999_999_999),
    atOnce: readWhole('at-once', atOnce, 1, 64),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split(/[.?](?:\s|$)/)[0]}. --help lists the options.`);
  }
}

function readWhole(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw new UsageError(`--${name} takes a whole number from ${least} to ${most}; "${text}" is none.`);
  return value;
}
