import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleCreate } from '@payment-invoice/generated/examples';
import { createEventDescriber } from '@payment-invoice/kit/callbacks';
import { createInvoice } from '@payment-invoice/kit/lifecycle';
import { sampleRequest } from '../../../packages/kit/testing/sample-request.ts';
import { openSqliteStore } from '../../../packages/server/src/store/sqlite-store.ts';
import type { Store } from '../../../packages/server/src/store/store.ts';
import { payCents } from '../../../packages/server/testing/open-test-store.ts';
import { startChild } from '../../../packages/server/testing/process/start-child.ts';
import { postJson } from '../../../packages/server/testing/start-test-server.ts';

/** How many events to deliver and how many calls to make before measuring, so that the code for both is compiled. */
const warm = 500;
/** The number of calls measured while no callbacks are delivered. */
const idleCalls = 400;

/** Median times to fetch an invoice, in milliseconds. */
export interface Latency {
  /** The median time of a fetch while callbacks are delivered. `idle` is that of a fetch while none are delivered. */
  loaded: number;
  idle: number;
}

/** Measures the API's latency twice: while a full outbox is delivered to the URL, and when the outbox is empty again. */
export async function measureLatency(url: string, events: number): Promise<Latency> {
  const dataDir = mkdtempSync(join(tmpdir(), 'measure-callbacks-'));
  const server = await startChild(join(import.meta.dirname, '../../../packages/server/bin/server.ts'), ['--json'], {
    PORT: '0',
    DATA_DIR: dataDir,
  });
  const { baseUrl, token } = JSON.parse(server.line);
  const call = async (path: string, body: object) => (await postJson(baseUrl + path, token, body)).json;
  const store = openSqliteStore(
    join(dataDir, 'payments.db'),
    createEventDescriber(randomBytes, () => 'https://pay.example'),
  );
  /**
   * Fills the outbox from this process. The server does not notice that, so this function then pays an invoice through the
   * server, which triggers the delivery.
   */
  const deliver = async (count: number) => {
    await fillOutbox(store, 'acc_sandbox', url, count);
    const invoice = await call('/api/v1/payments/create', { ...exampleCreate, amount: 1, callbackUrl: url });
    const payment = await call('/sandbox/payments', { invoiceId: invoice.id, amount: 1, outcome: 'completed' });
    await call('/api/v1/payments/submit', { invoiceId: invoice.id, webReceipt: payment.webReceipt });
    return invoice.id;
  };
  const probe = async (invoiceId: string): Promise<number> => {
    const begin = performance.now();
    await call('/api/v1/payments/fetch', { invoiceId });
    const took = performance.now() - begin;
    await new Promise((resolve) => setTimeout(resolve, 4));
    return took;
  };
  const probeWhileDelivering = async (count: number) => {
    const invoiceId = await deliver(count);
    const times: number[] = [];
    while ((await store.count()).outbox > 0) for (let i = 0; i < 20; i++) times.push(await probe(invoiceId));
    return { invoiceId, times };
  };
  const { invoiceId } = await probeWhileDelivering(warm);
  for (let i = 0; i < warm; i++) await probe(invoiceId);
  const { times: loaded } = await probeWhileDelivering(events);
  const idle: number[] = [];
  for (let i = 0; i < idleCalls; i++) idle.push(await probe(invoiceId));
  await server.end('SIGTERM');
  await store.close();
  rmSync(dataDir, { recursive: true });
  return { loaded: median(loaded), idle: median(idle) };
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** Stores paid invoices of an account, each with one event to deliver to the URL. Returns their ids. */
export async function fillOutbox(store: Store, accountId: string, url: string, invoices: number): Promise<string[]> {
  const now = Date.now();
  const one = async () => {
    const request = { ...sampleRequest, accountId, amount: 100, callbackUrl: url };
    const invoice = createInvoice(request, now, randomBytes, 3_600_000);
    await store.createInvoice(invoice);
    await payCents(store, invoice, 100, { paidAt: now });
    return invoice.id;
  };
  return Promise.all(Array.from({ length: invoices }, one));
}
