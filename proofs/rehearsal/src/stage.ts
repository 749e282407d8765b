import { mkdirSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { describe, type Ended, type Running, startProcess, tail } from '@payment-invoice/browser/run-process';
import type { Journal } from './journal.ts';

export const checkout = resolve(import.meta.dirname, '../../..');

/** The state of a rehearsal: its temporary folder and the results so far. */
export interface Stage {
  folder: string;
  journal: Journal;
  interrupt: AbortSignal;
}

type Words = readonly [file: string, ...args: string[]];

/** Settings for running one command. */
interface Settings {
  cwd: string;
  /** The path of the Node.js to run the command with; by default the rehearsal's own. */
  node?: string;
  env?: NodeJS.ProcessEnv;
  user?: number;
  timeoutMs?: number;
}

/** Runs a command that may fail. */
export function run(stage: Stage, words: Words, settings: Settings): Promise<Ended> {
  return start(stage, words, settings).ended;
}

/** Runs a command and returns its standard output. @throws Error when it fails */
export async function must(stage: Stage, [file, ...args]: Words, settings: Settings): Promise<string> {
  const { exit, stdout, output } = await run(stage, [file, ...args], settings);
  if (exit !== 0) throw new Error(`${describe({ file, args })} ended with ${exit}:\n${tail(output)}`);
  return stdout;
}

/** Starts a command that keeps running, such as a server. */
export function start(stage: Stage, [file, ...args]: Words, settings: Settings): Running {
  return startProcess({ ...settings, file, args, env: environment(stage, settings), interrupt: stage.interrupt });
}

export function makeFolder(stage: Stage, name: string): string {
  const folder = join(stage.folder, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Makes a user's environment: no variables of ours, of npm or of a workflow, except those needed to reach the network. */
function environment({ folder }: Stage, { node = process.execPath, env = {} }: Settings): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(HOME|LANG|LC_ALL|TMPDIR|.*_PROXY|.*_CA_.*|SSL_CERT_.*)$/i.test(name),
  );
  const system = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.includes('node_modules'));
  return {
    ...Object.fromEntries(kept),
    PATH: [dirname(node), ...system].join(delimiter),
    npm_config_userconfig: join(folder, '.npmrc'),
    npm_config_update_notifier: 'false',
    NO_COLOR: '1',
    ...env,
  };
}
