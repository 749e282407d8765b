#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEventDescriber, createOpenSecrets, startDispatcher, startWorkerSender } from '@payment-invoice/kit/callbacks';
import { pino } from 'pino';
import { giveSecret } from '../../../packages/server/src/callbacks/callback-key.ts';
import { openSqliteStore } from '../../../packages/server/src/store/sqlite-store.ts';
import { startChild } from '../../../packages/server/testing/process/start-child.ts';
import { runTool } from '../../tools/run-tool.ts';
import { fillOutbox, measureLatency } from '../callbacks/measure-latency.ts';

/**
 * How many events to send before the measured ones, so that the sender's thread is running and its code compiled. The bare loop
 * warms up with the same number of calls.
 */
const warm = 1_000;

/** Fills the outbox, and measures how many events per second are delivered until the last delivery is recorded. */
async function measureDeliveries(url: string, events: number, concurrency: number): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'measure-callbacks-'));
  const open = () =>
    openSqliteStore(
      join(directory, 'payments.db'),
      createEventDescriber(randomBytes, () => 'https://pay.example'),
    );
  const store = open();
  const key = randomBytes(32);
  await store.createAccount({ id: 'acc_1', mode: 'test', name: null, createdAt: Date.now() });
  await giveSecret(store, 'acc_1', key, Date.now(), randomBytes);
  const dispatcher = startDispatcher({
    store,
    queue: startWorkerSender({ sandbox: true, totalTimeout: 15_000 }, { total: 512, perHost: concurrency }),
    openSecrets: createOpenSecrets(store, key),
    now: Date.now,
    random: Math.random,
    perHost: concurrency,
    disableAfter: 0,
    lease: 30_000,
    logger: pino({ level: 'silent' }),
  });
  // Fills the outbox through a second connection. The dispatcher does not notice its commits, so `look` starts the delivery.
  const filler = open();
  const deliver = async (count: number) => {
    await fillOutbox(filler, 'acc_1', url, count);
    const start = performance.now();
    await dispatcher.look();
    while ((await store.count()).outbox > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    return count / ((performance.now() - start) / 1000);
  };
  await deliver(warm);
  const rate = await deliver(events);
  await dispatcher.stop(1_000);
  filler.close();
  await store.close();
  rmSync(directory, { recursive: true });
  return rate;
}

/** Measures how many POST requests per second a bare loop of fetch calls sends. */
async function measureFetch(url: string, calls: number, concurrency: number): Promise<number> {
  const body = Buffer.alloc(480, 'x');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'evt_1',
    'webhook-timestamp': '1',
    'webhook-signature': 'v1,x',
  };
  let left = calls;
  const loop = async () => {
    while (left-- > 0) await (await fetch(url, { method: 'POST', headers, body })).arrayBuffer();
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: concurrency }, loop));
  return calls / ((performance.now() - start) / 1000);
}

const helpText = `Measures how fast callbacks are delivered, and how much that slows down the API. Takes about a minute, and needs an idle machine.

Usage: npm run prove -- bench callbacks [--events 4000] [--concurrency 16] [--rounds 3]

Prints the deliveries per second from a full outbox and, for comparison, those of a bare loop of fetch calls to the same
receiver. Prints the latency of fetchPayment during and after a delivery. The figures are medians; the rounds alternate.
`;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const options = {
  events: { default: 4_000, most: 100_000 },
  concurrency: { default: 16, most: 512 },
  rounds: { default: 3, most: 20 },
};

await runTool(helpText, options, measure);

async function measure({ events, concurrency, rounds }: Record<keyof typeof options, number>): Promise<void> {
  const receiver = await startChild(join(import.meta.dirname, '../callbacks/receiver.ts'));
  try {
    const url = `http://127.0.0.1:${receiver.line}/`;
    // Warms up the loop, so that V8 compiles its code. The deliveries have their own warm-up.
    await measureFetch(url, 1_000, concurrency);
    const [fetched, delivered, ratios]: number[][] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      const bare = await measureFetch(url, events, concurrency);
      const ours = await measureDeliveries(url, events, concurrency);
      fetched?.push(bare);
      delivered?.push(ours);
      ratios?.push(ours / bare);
    }
    const [idle, loaded, slower]: number[][] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      const latency = await measureLatency(url, events);
      idle?.push(latency.idle);
      loaded?.push(latency.loaded);
      slower?.push(latency.loaded / latency.idle);
    }
    const show = (values: number[] | undefined, digits: number) => median(values ?? []).toFixed(digits);
    process.stdout.write(`bare fetch    ${show(fetched, 0)} a second
deliveries    ${show(delivered, 0)} a second: ${show(ratios, 2)} of it
API idle      ${show(idle, 2)} ms
API delivering ${show(loaded, 2)} ms: ${show(slower, 2)} of it
`);
  } finally {
    await receiver.end();
  }
}
