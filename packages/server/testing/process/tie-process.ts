import type { ChildProcess } from 'node:child_process';
import { watchProcess } from './watch-process.ts';

const tied = new Map<ChildProcess, NodeJS.Signals>();
process.on('exit', () => {
  // A stopped process receives no other signal before SIGCONT.
  for (const [child, signal] of tied) for (const one of ['SIGCONT', signal] as const) child.kill(one);
});

/** Makes a process end with this one, even when this one is killed. */
export function tieProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (child.pid === undefined) return;
  const callOff = watchProcess('kill -CONT "$1" && kill -s "$2" "$1"', [String(child.pid), signal.replace(/^SIG/, '')]);
  tied.set(child, signal);
  child.once('exit', () => {
    tied.delete(child);
    callOff();
  });
}
