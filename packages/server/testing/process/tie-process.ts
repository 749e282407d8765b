import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { Socket } from 'node:net';

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

/**
 * Starts a shell that runs `script` with arguments after this process has ended in any way, which ends the shell's standard
 * input. Without a shell nothing is run. Returns a function that cancels it.
 */
export function watchProcess(script: string, args: readonly string[]): () => void {
  const shell = spawn('sh', ['-c', `read -r _; ${script}`, 'sh', ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Uses a separate session, because otherwise Ctrl+C would end the shell before this process.
    detached: true,
  });
  shell.on('error', () => undefined);
  shell.unref();
  // The standard input of a child process is a socket.
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  return () => void shell.kill('SIGKILL');
}

/** A folder that is removed when this process ends in any way. */
interface TiedFolder {
  /** Removes the folder now. */
  remove(): void;
  /** Keeps the folder after the process has ended. */
  keep(): void;
}

/**
 * Ties a folder to this process. The folder is removed some time after this process, because processes that end with it may still
 * be writing to it.
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
