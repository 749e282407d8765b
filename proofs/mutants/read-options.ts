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

export const helpText = `Changes one token of the reference server's source at a time, runs the full profile of the suite against each server so
changed, and lists the survivors: what the suite would not notice. The working tree stays as it is.

Usage: npm run prove -- mutants [--sample 300] [--seed 1] [--minutes 240] [--only ID ...]

  --sample N    so many mutants, of those whose code a run of the suite reaches (300)
  --seed N      which ones (1): the same seed takes the same, and of two samples the larger holds the smaller
  --minutes M   begins no further mutant after that (240)
  --at-once N   runs at the same time (3): a run mostly waits
  --only ID     this mutant only, also where its fate is known; may stand several times
  --fresh       forgets the fates that earlier runs have found
  --list        lists all mutants with their places, and runs none
  --write       writes the figures to proofs/mutants/measured.md

What is found stays in build/mutants/, so that a run which was ended goes on where it was. A fate is found anew when the
mutated file changes, that of a survivor also when the suite does. proofs/mutants/unobservable.yaml explains survivors that nobody could see from outside.

Exits 0 where every survivor is explained, 1 where one is not or the run was ended, 2 for a wrong option.
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
