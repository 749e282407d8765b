import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClient } from '../../packages/client/src/index.ts';
import { createNodeFetch } from '../../packages/client/src/node.ts';
import { startSandbox } from '../../packages/client/src/test-kit/index.ts';
import { order } from '../../packages/client/testing/sample-order.ts';
import { createRandom } from '../tools/random.ts';
import { type Fault, faults, startFaultProxy } from './fault-proxy.ts';

/** How many creates, how many at once, and how often something goes wrong. */
export interface FaultRun {
  creates: number;
  concurrency: number;
  /** Part of all requests, from 0 to 1. */
  faultRate: number;
  seed: number;
  /** Takes the Idempotency-Key off, to show that it is what keeps creates single. */
  withoutKeys?: boolean;
  /** Sends over Node's own http instead of its fetch. */
  byHttp?: boolean | undefined;
  /** Is told before each create how many are left. */
  onCreate?: (left: number) => void;
}

/** The counts of a run. */
export interface FaultReport {
  creates: number;
  requests: number;
  faults: Map<Fault, number>;
  /** Creates that ended in an error. */
  failed: number;
  /** Orders with more than one invoice, and orders with none. */
  doubled: number;
  missing: number;
  /** Orders whose create returned another invoice than the one that was stored. */
  mistaken: number;
  seconds: number;
}

/** Creates an invoice for each order through a proxy that fails, and counts in the server's own database what came of it. */
export async function createThroughFaults({
  creates,
  concurrency,
  faultRate,
  seed,
  withoutKeys,
  byHttp,
  onCreate,
}: FaultRun): Promise<FaultReport> {
  const sandbox = await startSandbox({
    command: [process.execPath, join(import.meta.dirname, '../../packages/server/bin/server.ts')],
  });
  const chance = createRandom(seed);
  const proxy = await startFaultProxy(sandbox.baseUrl, () =>
    chance() < faultRate ? faults[Math.floor(chance() * faults.length)] : undefined,
  );
  let requests = 0;
  const client = createClient({
    baseUrl: proxy.baseUrl,
    token: sandbox.token,
    attemptTimeoutMs: 1_000,
    timeoutMs: 120_000,
    maxRetries: 30,
    // A slow machine must not look like a service that is down.
    retryBudget: 10_000,
    ...(byHttp && { fetch: createNodeFetch() }),
    hooks: {
      onRequest: ({ headers }) => {
        requests++;
        if (withoutKeys) delete headers['idempotency-key'];
      },
    },
  });
  const created = new Map<string, string>();
  const startedAt = performance.now();
  let next = 0;
  const work = async () => {
    while (next < creates) {
      const returnUrl = `https://shop.example/orders/${++next}`;
      onCreate?.(creates - next);
      const invoice = await client.createPayment({ ...order, amount: '12.50', returnUrl }).catch(() => undefined);
      if (invoice) created.set(returnUrl, invoice.id);
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, work));
    const seconds = (performance.now() - startedAt) / 1000;
    const stored = readInvoices(sandbox.dataDir);
    const orders = Array.from({ length: creates }, (_, index) => stored.get(`https://shop.example/orders/${index + 1}`) ?? []);
    return {
      creates,
      requests,
      faults: proxy.counts,
      failed: creates - created.size,
      doubled: orders.filter(({ length }) => length > 1).length,
      missing: orders.filter(({ length }) => length === 0).length,
      mistaken: [...created].filter(([order, id]) => !stored.get(order)?.includes(id)).length,
      seconds,
    };
  } finally {
    await proxy.close();
    await sandbox.stop();
  }
}

/** Ids of the stored invoices, by the order that they were made for. */
function readInvoices(dataDir: string): Map<string, string[]> {
  const [file] = globSync('*.{db,sqlite}', { cwd: dataDir });
  if (!file) throw new Error('The sandbox keeps its database elsewhere now: look for it here.');
  const database = new DatabaseSync(join(dataDir, file), { readOnly: true });
  const invoices = new Map<string, string[]>();
  for (const { id, return_url: order } of database.prepare('SELECT id, return_url FROM invoices').all()) {
    invoices.set(String(order), [...(invoices.get(String(order)) ?? []), String(id)]);
  }
  database.close();
  return invoices;
}
