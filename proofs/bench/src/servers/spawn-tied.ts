import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { createInterface } from 'node:readline';
import { tieProcess } from '../../../../packages/server/testing/process/tie-process.ts';

/**
 * Starts a process that gets `signal` when this process ends. If the started process must end its own
 * children before it ends, choose a signal that it can handle.
 */
export function spawnTied(command: readonly string[], options: SpawnOptions, signal: NodeJS.Signals = 'SIGKILL'): ChildProcess {
  const [program = '', ...args] = command;
  const child = spawn(program, args, options);
  tieProcess(child, signal);
  return child;
}

/**
 * Returns the first line that a process prints.
 * @throws the error that `explain` returns, if the process ends before it has printed a line
 */
export async function firstLine(child: ChildProcess, explain: (code: number | null) => Error): Promise<string> {
  if (!child.stdout) throw new Error('There is no standard output.');
  const ended = once(child, 'close').then(([code]) => {
    throw explain(code);
  });
  ended.catch(() => undefined);
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])) as [string];
  return line;
}

/** True when servers and load each get their own core. */
export const pins = cpus().length > 1 && spawnSync('taskset', ['--version'], { stdio: 'ignore' }).status === 0;

const cores = { server: 0, load: 1 } as const;

/** Prefixes a command so that it runs on one core, where that is possible. */
export function pinned(core: keyof typeof cores, command: readonly string[]): readonly string[] {
  return pins ? ['taskset', '-c', String(cores[core]), ...command] : command;
}
