import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

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

/** Waits for the first line that a process prints. @throws the error that `explain` makes when the process ends before */
export async function firstLine(child: ChildProcess, explain: (code: number | null) => Error): Promise<string> {
  if (!child.stdout) throw new Error('There is no standard output.');
  const ended = once(child, 'close').then(([code]) => {
    throw explain(code);
  });
  ended.catch(() => undefined);
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])) as [string];
  return line;
}
