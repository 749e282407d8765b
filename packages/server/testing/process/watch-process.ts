import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Starts a shell that runs `script`, with arguments, when this process is gone, however it ended: its standard input ends then.
 * Where there is no shell, nothing is run. Returns a function that calls it off.
 */
export function watchProcess(script: string, args: readonly string[]): () => void {
  const shell = spawn('sh', ['-c', `read -r _; ${script}`, 'sh', ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // In a session of its own: Ctrl+C would end it before this process.
    detached: true,
  });
  shell.on('error', () => undefined);
  shell.unref();
  // Of a child, standard input is a socket.
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  return () => void shell.kill('SIGKILL');
}
