import { type ChildProcess, spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { spawnTied } from './spawn-tied.ts';

const can = (command: string) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;

/** True when servers and load have a core each. */
export const pins = cpus().length > 1 && can('taskset');

/** The core of the servers and the core of the load. */
export const cores = { server: 0, load: 1 } as const;

/** Binds the command to a core, where that is possible. */
export function pinned(core: keyof typeof cores, command: readonly string[]): readonly string[] {
  return pins ? ['taskset', '-c', String(cores[core]), ...command] : command;
}

/**
 * Keeps the load's core from sleeping between responses, which would favour whoever responds sooner. It takes only idle time, and
 * does not start where that cannot be arranged.
 */
export function startSpinner(): ChildProcess | undefined {
  if (!pins || !can('chrt')) return undefined;
  const command = pinned('load', ['chrt', '-i', '0', process.execPath, '-e', 'for (;;);']);
  return spawnTied(command, { stdio: 'ignore' }).on('error', () => undefined);
}
