import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts a process that does not outlive this one. */
export function spawnTied(command: readonly string[], options: SpawnOptions): ChildProcess {
  const [program = '', ...args] = command;
  const child = spawn(program, args, options);
  children.add(child);
  return child.once('close', () => children.delete(child));
}
