import { spawn } from 'node:child_process';
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

/**
 * Starts a sandbox with a shell command that prints one JSON line with its URL and tokens.
 * @throws Error when it ends before that line, or `signal` is aborted
 */
export async function startSandbox(command: string, cwd: string, signal: AbortSignal): Promise<Sandbox> {
  const child = spawn('sh', ['-c', command], { cwd, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  const close = () => {
    // The command's own trap removes its data; signalling its process group also ends its child processes.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    setTimeout(() => endGroup(child.pid), 10_000).unref();
  };
  signal.addEventListener('abort', close);
  const { done, value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  signal.removeEventListener('abort', close);
  signal.throwIfAborted();
  if (done) throw new Error(`The sandbox did not start: ${command}`);
  const { baseUrl, token, callbackSecret } = JSON.parse(value) as { baseUrl: string; token: string; callbackSecret: string };
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
