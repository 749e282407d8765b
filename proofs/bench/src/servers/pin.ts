import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

/** True when servers and load have a core each. */
export const pins = cpus().length > 1 && spawnSync('taskset', ['--version'], { stdio: 'ignore' }).status === 0;

const cores = { server: 0, load: 1 } as const;

/** Binds the command to a core, where that is possible. */
export function pinned(core: keyof typeof cores, command: readonly string[]): readonly string[] {
  return pins ? ['taskset', '-c', String(cores[core]), ...command] : command;
}
