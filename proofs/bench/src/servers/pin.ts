import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

/** True when servers and load each get their own core. */
export const pins = cpus().length > 1 && spawnSync('taskset', ['--version'], { stdio: 'ignore' }).status === 0;

const cores = { server: 0, load: 1 } as const;

/** Prefixes a command so that it runs on one core, where that is possible. */
export function pinned(core: keyof typeof cores, command: readonly string[]): readonly string[] {
  return pins ? ['taskset', '-c', String(cores[core]), ...command] : command;
}
