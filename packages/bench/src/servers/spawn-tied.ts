import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/** The processes that run, and the signal that ends each. */
const children = new Map<ChildProcess, NodeJS.Signals>();
process.on('exit', () => {
  for (const [child, signal] of children) child.kill(signal);
});

/** Starts a process that does not outlive this one; `signal` ends one that has processes of its own to end. */
export function spawnTied(command: readonly string[], options: SpawnOptions, signal: NodeJS.Signals = 'SIGKILL'): ChildProcess {
  const [program = '', ...args] = command;
  const child = spawn(program, args, options);
  children.set(child, signal);
  return child.once('close', () => children.delete(child));
}
