import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { attempt } from '../text/attempt.ts';

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) endGroup(child, 'SIGTERM');
});

/** Runs a shell command in a process group of its own. The whole group is ended when this process exits. */
export function spawnGroup(command: string, options: SpawnOptions): ChildProcess {
  const child = spawn(command, { ...options, shell: true, detached: true });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** Sends a signal to a command and to all processes that it started. */
export function endGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  // If the group has already ended, there is nothing to signal.
  if (pid !== undefined) attempt(() => process.kill(-pid, signal));
}
