import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

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
