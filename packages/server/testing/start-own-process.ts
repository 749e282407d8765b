import { join } from 'node:path';
import { exampleCreate } from '@payment-invoice/generated/examples';
import { onTestFinished } from 'vitest';
import { startChild } from './process/start-child.ts';
import { postJson } from './start-test-server.ts';

/** A sandbox in a separate process, as an operator runs it. */
export type OwnProcess = Awaited<ReturnType<typeof startOwnProcess>>;

/** Starts a sandbox, which ends with the test. `within` is a command that replaces itself with the command in its arguments. */
export async function startOwnProcess(dataDir: string, env: Record<string, string> = {}, within: readonly string[] = []) {
  const program = join(import.meta.dirname, '../bin/server.ts');
  const settings = { ...env, PORT: '0', DATA_DIR: dataDir };
  const child = await startChild(program, ['--json', '--log-level', 'error'], settings, { within });
  onTestFinished(() => child.end());
  const { baseUrl, token } = JSON.parse(child.line);
  const post = (path: string, body: object) => postJson(baseUrl + path, token, body);
  return {
    pid: child.pid,
    create: () => post('/api/v1/payments/create', exampleCreate),
    fetch: (invoiceId: string) => post('/api/v1/payments/fetch', { invoiceId }),
    ready: async () => (await fetch(`${baseUrl}/readyz`)).status,
    end: (signal: NodeJS.Signals) => child.end(signal),
  };
}
