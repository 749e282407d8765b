import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { Socket } from 'node:net';

const tied = new Map<ChildProcess, NodeJS.Signals>();
process.on('exit', () => {
  // Sends SIGCONT first, because a stopped process receives no other signal before it.
  for (const [child, signal] of tied) for (const one of ['SIGCONT', signal] as const) child.kill(one);
});

/** Makes a process end when this one ends, even if this one is killed. */
export function tieProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (child.pid === undefined) return;
  const callOff = watchProcess('kill -CONT "$1" && kill -s "$2" "$1"', [String(child.pid), signal.replace(/^SIG/, '')]);
  tied.set(child, signal);
  child.once('exit', () => {
    tied.delete(child);
    callOff();
  });
}

/**
 * Starts a shell that runs `script` once this process has ended, however it ends: the shell's standard input then ends
 * too. Where there is no shell, nothing is run. Returns a function that cancels it.
 */
export function watchProcess(script: string, args: readonly string[]): () => void {
  const shell = spawn('sh', ['-c', `read -r _; ${script}`, 'sh', ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // In a session of its own, because Ctrl+C would otherwise end the shell before this process.
    detached: true,
  });
  shell.on('error', () => undefined);
  shell.unref();
  // Prevents the pipe to the child from keeping this process alive. Its type says stream, but it is a socket, which can be
  // unreferenced.
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  return () => void shell.kill('SIGKILL');
}

/** A folder that is removed when this process ends, however it ends. */
interface TiedFolder {
  /** Removes the folder now. */
  remove(): void;
  /** Keeps the folder when the process ends. */
  keep(): void;
}

/**
 * Ties a folder to this process. The folder is removed a while after the end of this process, because processes that
 * end with it may still be writing.
 */
export function tieFolder(folder: string): TiedFolder {
  const script = 'for time in 1 2 3 4 5 6 7 8 9 10; do rm -rf "$1" && exit; sleep 1; done';
  const keep = watchProcess(script, [folder]);
  return {
    remove: () => {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
      keep();
    },
    keep,
  };
}
