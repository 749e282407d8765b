import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { Socket } from 'node:net';

const tied = new Map<ChildProcess, NodeJS.Signals>();
process.on('exit', () => {
  // Sends SIGCONT first, because a stopped process does not react to other signals.
  for (const [child, signal] of tied) for (const one of ['SIGCONT', signal] as const) child.kill(one);
});

/** Ends the child process when this process ends, even if this process is killed. */
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
 * Starts a shell that waits until this process has ended, for whatever reason, and then runs `script`. The shell notices the end
 * because its standard input ends. If the system has no shell, the script is not run. Returns a function that cancels the script.
 */
export function watchProcess(script: string, args: readonly string[]): () => void {
  const shell = spawn('sh', ['-c', `read -r _; ${script}`, 'sh', ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // The shell gets its own session. Otherwise, Ctrl+C would end the shell too, and the script would not run.
    detached: true,
  });
  shell.on('error', () => undefined);
  shell.unref();
  // The pipe to the shell, a socket that is typed as a stream, must not keep this process alive.
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  return () => void shell.kill('SIGKILL');
}

/** A folder that is deleted when this process ends, for whatever reason. */
interface TiedFolder {
  remove(): void;
  /** Keeps the folder after the process has ended. */
  keep(): void;
}

/** Ties a folder to this process: it is deleted after the end of this process and of the processes that end together with it. */
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
