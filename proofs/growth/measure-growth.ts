import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { createEventDescriber, eventLifetimes } from '@payment-invoice/kit/callbacks';
import { keyLifetime } from '@payment-invoice/kit/idempotency';
import { createInvoice, decideReceipt, describeInvoice, type Invoice, type Receipt } from '@payment-invoice/kit/lifecycle';
import { Client } from 'pg';
import { sampleRequest } from '../../packages/kit/testing/sample-request.ts';
import { openStore } from '../../packages/server/src/store/open-store.ts';
import type { Store } from '../../packages/server/src/store/store.ts';

/** The server's public URL. It is part of each stored response, so it has a realistic length. */
const baseUrl = 'https://pay.example.com';
const host = 'shop.example.com';
const lease = 30_000;

/** Creates invoices, `atOnce` at a time, each with an idempotency key and a callback URL. */
async function createMany(store: Store, accountId: string, count: number, now: number, atOnce: number): Promise<Invoice[]> {
  return inParts(count, atOnce, async () => {
    const callbackUrl = `https://${host}/payments/callback?order=${randomBytes(4).toString('hex')}`;
    const invoice = createInvoice({ ...sampleRequest, accountId, callbackUrl }, now, randomBytes, 3_600_000);
    const fingerprint = createHash('sha256').update(invoice.id).digest();
    const response = Buffer.from(JSON.stringify(describeInvoice(invoice, baseUrl)));
    await store.createInvoice(invoice, { operation: 'createPayment', key: randomUUID(), fingerprint, response });
    return invoice;
  });
}

/** Pays each invoice in full, with one receipt. */
async function payMany(store: Store, invoices: readonly Invoice[], now: number, atOnce: number): Promise<void> {
  await inParts(invoices.length, atOnce, async (index) => {
    const { accountId, id, cashTag, note, amount } = invoices[index] as Invoice;
    const receiptId = randomUUID();
    const receipt: Receipt = { receiptId, cashTag, note, amount, currency: 'USD', paymentStatus: 'completed', paidAt: now };
    const key = { hash: createHash('sha256').update(receiptId).digest(), receiptId };
    await store.readReceiptFacts(accountId, id, key, now);
    await store.applyReceipt(accountId, id, key, receipt, now, (facts) => decideReceipt(facts, receipt));
  });
}

/** Delivers all events that are due, each at its first attempt. Returns how many it delivered. */
async function deliverAll(store: Store, now: number, atOnce: number): Promise<number> {
  for (let delivered = 0; ; ) {
    const { events } = await store.claimEvents([{ host, limit: atOnce }], now, now + lease);
    if (events.length === 0) return delivered;
    await store.recordAttempts(
      events.map((event) => ({ event, decision: { kind: 'delivered' } })),
      now,
    );
    delivered += events.length;
  }
}

async function inParts<Result>(count: number, atOnce: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < count; from += atOnce) {
    const part = Array.from({ length: Math.min(atOnce, count - from) }, (_, index) => work(from + index));
    results.push(...(await Promise.all(part)));
  }
  return results;
}

/**
 * The number of waves in which the invoices are created. Between the waves, old rows are removed and make room, as in a
 * long-lived database.
 */
const waves = 4;
/** The unit in which Linux counts the CPU time of a process, in milliseconds. */
const tick = 10;

/** The database's totals at one time. The cost of some work is the difference between the totals before and after the work. */
interface Look {
  wal: number;
  transactions: number;
  /** CPU time in milliseconds. */
  cpu: number | null;
}

/** The costs of `count` invoices, by kind of work. */
interface Spent {
  count: number;
  create: Look;
  submit: Look;
  deliver: Look;
}

/**
 * Measures what an invoice costs during its whole life: it is created with a key, paid with one receipt and reported by one
 * callback, and its event and key are removed. Needs an empty database that already has its tables.
 * @throws Error when the log contains full-page images, because the model adds them separately
 */
export async function measureGrowth(databaseUrl: string, invoices: number): Promise<GrowthMeasure> {
  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  const describeEvent = createEventDescriber(randomBytes, () => baseUrl);
  const store = await openStore({ dataDir: '', databaseUrl }, describeEvent);
  try {
    const { full_page_writes: images } = (await client.query('SHOW full_page_writes')).rows[0];
    if (images !== 'off') {
      throw new Error('The PostgreSQL writes images of pages, which the model adds by itself: set full_page_writes = off there.');
    }
    const [alone, batched] = await live(client, store, invoices);
    const tables = await readSizes(client);
    const now = Date.now();
    const forgotten = {
      forgetEvent: await costOf(client, () => drain((limit) => store.forgetEvents(now + eventLifetimes.delivered, limit), 1_000)),
      forgetKey: await costOf(client, () => drain((limit) => store.forgetKeys(now + keyLifetime, limit), 100)),
    };
    const costs = ({ count, ...spent }: Spent) => {
      const all = { ...forgotten, ...spent };
      const ofOne = (name: Work) => share(all[name], name.startsWith('forget') ? invoices : count);
      return Object.fromEntries(works.map((name) => [name, ofOne(name)])) as Record<Work, WorkCost>;
    };
    const { server_version: version } = (await client.query('SHOW server_version')).rows[0];
    return { from: describePlace(version), invoices, tables, alone: costs(alone), batched: costs(batched) };
  } finally {
    await store.close();
    await client.end();
  }
}

/** Takes invoices through their whole life: those of the first wave one at a time, and all others many at a time. */
async function live(client: Client, store: Store, invoices: number): Promise<[Spent, Spent]> {
  const accountId = 'acc_growth';
  await store.createAccount({ id: accountId, mode: 'test', name: null, createdAt: Date.now() });
  const [alone, batched] = [nothing(), nothing()];
  for (let wave = 0; wave < waves; wave++) {
    const count = Math.floor(((wave + 1) * invoices) / waves) - Math.floor((wave * invoices) / waves);
    const [spent, atOnce] = wave === 0 ? [alone, 1] : [batched, together];
    const now = Date.now();
    const made: Invoice[] = [];
    const create = async () => void made.push(...(await createMany(store, accountId, count, now, atOnce)));
    add(spent.create, await costOf(client, create));
    add(spent.submit, await costOf(client, () => payMany(store, made, now, atOnce)));
    add(spent.deliver, await costOf(client, () => deliverAll(store, now, atOnce)));
    spent.count += count;
    await client.query('VACUUM ANALYZE');
  }
  return [alone, batched];
}

async function drain(forget: (limit: number) => Promise<number>, limit: number): Promise<void> {
  while ((await forget(limit)) === limit);
}

async function costOf(client: Client, work: () => Promise<unknown>): Promise<Look> {
  const before = await look(client);
  await work();
  const after = await look(client);
  const cpu = before.cpu === null || after.cpu === null ? null : after.cpu - before.cpu;
  return { wal: after.wal - before.wal, transactions: after.transactions - before.transactions, cpu };
}

async function look(client: Client): Promise<Look> {
  const { rows } = await client.query(`
    SELECT pg_current_wal_insert_lsn() - '0/0' AS wal, pg_snapshot_xmax(pg_current_snapshot())::text AS transactions,
      ARRAY(SELECT pid FROM pg_stat_activity WHERE application_name = 'payment-invoice' AND datname = current_database()) AS pids`);
  const { wal, transactions, pids } = rows[0];
  return { wal: Number(wal), transactions: Number(transactions), cpu: readTime(pids) };
}

/**
 * Reads the CPU time of processes on this machine, in milliseconds; null when the system does not report it, or when
 * the processes run elsewhere.
 */
function readTime(pids: readonly number[]): number | null {
  try {
    let ticks = 0;
    for (const pid of pids) {
      const [, name, rest = ''] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      if (!name?.startsWith('postgres')) return null;
      const fields = rest.split(' ');
      ticks += Number(fields[11]) + Number(fields[12]);
    }
    return ticks * tick;
  } catch {
    return null;
  }
}

/** Reads the size of each table that grows, in bytes per row. */
async function readSizes(client: Client): Promise<TableSize[]> {
  const tables: TableSize[] = [];
  for (const table of ['invoices', 'receipts', 'outbox', 'idempotency_keys']) {
    const { rows } = await client.query(
      `SELECT (SELECT count(*) FROM ${table})::float8 AS rows, pg_table_size('${table}')::float8 AS heap,
        (SELECT json_object_agg(indexrelid::regclass, pg_relation_size(indexrelid)) FROM pg_index
          WHERE indrelid = '${table}'::regclass) AS indexes`,
    );
    const { rows: count, heap, indexes } = rows[0];
    const aRow = (bytes: number) => Math.round((10 * bytes) / count) / 10;
    const sizes = Object.entries<number>(indexes).map(([name, bytes]) => [name, aRow(bytes)]);
    tables.push({ table, heap: aRow(heap), indexes: Object.fromEntries(sizes.toSorted()) });
  }
  return tables;
}

function nothing(): Spent {
  const none = () => ({ wal: 0, transactions: 0, cpu: 0 });
  return { count: 0, create: none(), submit: none(), deliver: none() };
}

function add(sum: Look, one: Look): void {
  sum.wal += one.wal;
  sum.transactions += one.transactions;
  sum.cpu = sum.cpu === null || one.cpu === null ? null : sum.cpu + one.cpu;
}

function share({ wal, transactions, cpu }: Look, count: number): WorkCost {
  const micros = cpu === null ? null : Math.round((1_000 * cpu) / count);
  return { wal: Math.round(wal / count), transactions: Math.round((1_000 * transactions) / count) / 1_000, cpu: micros };
}

function describePlace(version: string): string {
  const load = `load ${(loadavg()[0] ?? 0).toFixed(0)} on ${availableParallelism()} cores`;
  return `${cpus()[0]?.model ?? 'unknown processor'}, ${load}, PostgreSQL ${version}, Node ${process.version}`;
}

/** The kinds of work in the life of one invoice. */
export const works = ['create', 'submit', 'deliver', 'forgetEvent', 'forgetKey'] as const;

export type Work = (typeof works)[number];

/** The cost of one kind of work, per invoice. */
export interface WorkCost {
  /** Bytes of the write-ahead log, without full-page images. */
  wal: number;
  /** The number of transactions that have their own id. Less than 1 per invoice if a statement processes several invoices. */
  transactions: number;
  /** Microseconds of CPU in PostgreSQL; null where they could not be read. */
  cpu: number | null;
}

/** The size of a table, in bytes per row. */
export interface TableSize {
  table: string;
  heap: number;
  /** Bytes per row, keyed by the index's name. */
  indexes: Record<string, number>;
}

/** The largest measured number of invoices per statement. */
export const together = 64;

/** Sizes and costs measured on a small database that is used like a large one. */
export interface GrowthMeasure {
  /** The machine, its PostgreSQL version, and the time of the measurement. */
  from: string;
  /** The number of invoices used for the measurement. */
  invoices: number;
  tables: TableSize[];
  /** Costs with one invoice per statement. */
  alone: Record<Work, WorkCost>;
  /** Costs with `together` invoices per statement, as in the statements of a server under load. */
  batched: Record<Work, WorkCost>;
}
