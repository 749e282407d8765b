import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { exampleCreate as order } from '@payment-invoice/generated/examples';
import { createClient } from '../../packages/client/src/index.ts';
import { createNodeFetch } from '../../packages/client/src/node.ts';
import { startSandbox } from '../../packages/client/src/test-kit/index.ts';
import { createRandom } from '../tools/random.ts';
import { type Fault, faults, startFaultProxy } from './fault-proxy.ts';

/** The number of creates, how many run at once, and how often something fails. */
export interface FaultRun {
  creates: number;
  concurrency: number;
  /** The fraction of requests that fail, from 0 to 1. */
  faultRate: number;
  seed: number;
  /** True to remove the Idempotency-Key, which shows that it is the key that prevents duplicate invoices. */
  withoutKeys?: boolean;
  /** True to send through Node.js's own http module instead of its fetch. */
  byHttp?: boolean | undefined;
  /** Called before each create with the number of creates left. */
  onCreate?: (left: number) => void;
}

/** The counts of a run. */
export interface FaultReport {
  creates: number;
  requests: number;
  faults: Map<Fault, number>;
  /** Number of creates that ended in an error. */
  failed: number;
  /** Number of orders with more than one invoice. */
  doubled: number;
  /** Number of orders without an invoice. */
  missing: number;
  /** Number of orders whose create returned an invoice other than the stored one. */
  mistaken: number;
  seconds: number;
}

/**
 * Creates an invoice for each order through a failing proxy, then counts the stored invoices in the server's own
 * database.
 */
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
    // Large, because a slow machine must not be mistaken for an unavailable service.
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

/** Returns the ids of the stored invoices, by the order they were created for. */
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
