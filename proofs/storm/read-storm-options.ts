import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../packages/server/src/errors/usage-error.ts';
import { parseOptions } from '../../packages/server/src/settings/parse-options.ts';
import { type ControlName, controls } from './controls.ts';

/** The options of `npm run prove -- storm`. */
export interface StormOptions {
  seeds: number;
  seed: number;
  servers: number;
  seconds: number;
  control: ControlName | undefined;
  /** The folder that everything is kept in; a temporary one, which stays only with findings, when there is none. */
  out: string | undefined;
  help: boolean;
}

const cure = 'Run with --help for what there is.';
const counts = { seeds: [1, 1_000, 1], seed: [1, 999_999_999, undefined], servers: [2, 3, 3], seconds: [2, 600, 20] } as const;
const options = {
  seeds: { type: 'string' },
  seed: { type: 'string' },
  servers: { type: 'string' },
  seconds: { type: 'string' },
  control: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads a command line. @throws UsageError in a sentence */
export function readStormOptions(args: readonly string[], isLocal: boolean): StormOptions {
  const { values } = parseOptions({ args: [...args], options }, cure);
  const read = (name: keyof typeof counts): number => {
    const text = values[name];
    const [least, most, standard] = counts[name];
    if (text === undefined) return standard ?? 1 + Math.floor(Math.random() * 999_999);
    if (typeof text === 'string' && /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
    throw new UsageError(`--${name} is ${JSON.stringify(text)}: it must be a whole number from ${least} to ${most}.`);
  };
  const control = values.control;
  if (control !== undefined && !isControl(control)) {
    throw new UsageError(`--control is ${JSON.stringify(control)}: there are ${Object.keys(controls).join(', ')}.`);
  }
  if (control === 'commit-without-disk' && !isLocal) {
    throw new UsageError(
      '--control commit-without-disk crashes PostgreSQL, and that of TEST_DATABASE_URL is not ours to crash. Unset it.',
    );
  }
  return {
    seeds: read('seeds'),
    seed: read('seed'),
    servers: read('servers'),
    seconds: read('seconds'),
    control,
    out: readOut(values.out),
    help: values.help === true,
  };
}

function isControl(text: unknown): text is ControlName {
  return typeof text === 'string' && Object.hasOwn(controls, text);
}

function readOut(text: unknown): string | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || text.trim() === '')
    throw new UsageError('--out is empty: name a folder, which need not be there.');
  const folder = resolve(text);
  if (existsSync(folder) && !statSync(folder).isDirectory()) throw new UsageError(`--out is ${folder}, which is no folder.`);
  return folder;
}
