import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEventDescriber } from '../../callbacks/describe-event.ts';
import { startServer } from '../../start-server.ts';
import { openSqliteStore } from '../../store/sqlite-store.ts';
import { startChild } from '../process/start-child.ts';
import { fillOutbox } from './fill-outbox.ts';

/** Median milliseconds that a fetch of an invoice takes. */
export interface Latency {
  /** While callbacks are delivered. */
  readonly loaded: number;
  readonly idle: number;
}

/** The latency of the API while a full outbox is delivered to the URL, and after it. */
export async function measureLatency(url: string, events: number): Promise<Latency> {
  const dataDir = mkdtempSync(join(tmpdir(), 'measure-callbacks-'));
  // Makes the accounts and their secrets.
  await (await startServer({ dataDir, logTo: { write: () => undefined } })).close();
  const store = openSqliteStore(
    join(dataDir, 'payments.db'),
    createEventDescriber(randomBytes, () => 'https://pay.example'),
  );
  const [invoiceId = ''] = await fillOutbox(store, 'acc_sandbox', url, events);
  const server = await startChild(join(import.meta.dirname, '../../../bin/server.ts'), ['--json'], {
    PORT: '0',
    DATA_DIR: dataDir,
  });
  const { baseUrl, token } = JSON.parse(server.line);
  const probe = async (): Promise<number> => {
    const begin = performance.now();
    const answer = await fetch(`${baseUrl}/api/v1/payments/fetch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ invoiceId }),
    });
    await answer.arrayBuffer();
    const took = performance.now() - begin;
    await new Promise((resolve) => setTimeout(resolve, 4));
    return took;
  };
  const loaded: number[] = [];
  while ((await store.count()).outbox > 0) for (let i = 0; i < 20; i++) loaded.push(await probe());
  const idle: number[] = [];
  for (let i = 0; i < 100; i++) await probe();
  for (let i = 0; i < 400; i++) idle.push(await probe());
  await server.end('SIGTERM');
  store.close();
  rmSync(dataDir, { recursive: true });
  return { loaded: median(loaded), idle: median(idle) };
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
