import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { endGroup } from './command.ts';

/** A running sandbox, with its URL and its tokens. */
export interface Sandbox {
  url: string;
  token: string;
  callbackSecret: string;
  /** Simulates a payment of an invoice. @returns the web receipt */
  pay(invoiceId: string, amount: number): Promise<string>;
  close(): void;
}

/** The time limit for a start, in seconds. It allows for a busy machine. */
const startSeconds = 180;

/**
 * Starts a server with a shell command that prints one line of JSON once it is ready, and returns the content of that
 * line.
 * @throws Error when the server ends before it prints that line or takes too long, or when `signal` is aborted
 */
export async function startServer<Said>(
  command: string,
  { cwd, env }: { cwd: string; env?: Record<string, string> },
  signal: AbortSignal,
): Promise<{ said: Said; close(): void }> {
  const child = spawn('sh', ['-c', command], { cwd, env: { ...process.env, ...env }, stdio: 'pipe', detached: true });
  child.stdin.end();
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk}`.slice(-500);
  });
  const gone = once(child, 'close');
  const close = () => {
    // Signals the whole process group, so that the command's child processes end too. The command traps the signal to delete its
    // data.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    setTimeout(() => endGroup(child.pid), 10_000).unref();
  };
  const timer = setTimeout(close, startSeconds * 1000);
  signal.addEventListener('abort', close);
  const { done, value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  if (done) await gone;
  clearTimeout(timer);
  signal.removeEventListener('abort', close);
  signal.throwIfAborted();
  if (done)
    throw new Error(`It ended, or was stopped after ${startSeconds} s, before it was ready: ${command}\n${complaint.trim()}`);
  return { said: JSON.parse(value), close };
}

/** Starts a sandbox with a command that prints its URL and tokens. @throws as `startServer` does */
export async function startSandbox(command: string, cwd: string, signal: AbortSignal): Promise<Sandbox> {
  const { said, close } = await startServer<Record<'baseUrl' | 'token' | 'callbackSecret', string>>(command, { cwd }, signal);
  const { baseUrl, token, callbackSecret } = said;
  return {
    url: baseUrl,
    token,
    callbackSecret,
    async pay(invoiceId, amount) {
      const response = await fetch(`${baseUrl}/sandbox/payments`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ invoiceId, amount, outcome: 'completed' }),
      });
      const { webReceipt } = (await response.json()) as { webReceipt?: string };
      if (webReceipt === undefined) throw new Error(`The sandbox did not pay ${invoiceId}: status ${response.status}.`);
      return webReceipt;
    },
    close,
  };
}
