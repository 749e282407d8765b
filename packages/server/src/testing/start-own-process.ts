import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startChild } from './process/start-child.ts';
import type { Json } from './start-test-server.ts';

/** A sandbox in a process of its own, as an operator runs it. */
export interface OwnProcess {
  pid: number;
  create(): Promise<{ status: number; headers: Headers; json: Json }>;
  fetch(invoiceId: string): Promise<{ status: number; json: Json }>;
  ready(): Promise<number>;
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts one that ends with the test. */
export async function startOwnProcess(dataDir: string, env: Record<string, string> = {}): Promise<OwnProcess> {
  const program = join(import.meta.dirname, '../../bin/server.ts');
  const child = await startChild(program, ['--json', '--log-level', 'silent'], {
    ...env,
    PORT: '0',
    DATA_DIR: dataDir,
  });
  onTestFinished(() => child.end());
  const { baseUrl, token } = JSON.parse(child.line);
  const post = async (path: string, body: object) => {
    const response = await fetch(baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, json: await response.json() };
  };
  return {
    pid: child.pid,
    create: () => post('/api/v1/payments/create', { cashTag: '$coffeeshop', amount: 12.5 }),
    fetch: (invoiceId) => post('/api/v1/payments/fetch', { invoiceId }),
    ready: async () => (await fetch(`${baseUrl}/readyz`)).status,
    end: (signal) => child.end(signal),
  };
}
