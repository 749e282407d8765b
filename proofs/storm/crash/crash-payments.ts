import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { exampleCreate } from '@payment-invoice/generated/examples';
import Database from 'better-sqlite3';
import { createRandom } from '../../tools/random.ts';
import { type KilledServer, type Kills, startKilledServer } from './killed-server.ts';

/**
 * The responses that a client received about one invoice. No other client uses the invoice, so the stored state must
 * match the last response.
 */
interface ToldInvoice {
  /** Every response that contained the invoice, oldest first. */
  responses: { id: string; status: string; receiptId: string | null }[];
  /** SHA-256 hashes of the receipts that were counted. */
  receipts: string[];
  idempotencyKey: string;
}

/** The amount of an invoice, and thus the number of its payments: each pays 1.00. */
const parts = 4;

/**
 * Creates, pays and fetches invoices until the server is no longer killed. Repeats every interrupted request, and sends each
 * receipt twice at the same time. Adds a finding if a repeated request has a different effect or response, or is refused.
 */
async function payUntilSpared(server: KilledServer, random: () => number, findings: string[]): Promise<ToldInvoice[]> {
  const told: ToldInvoice[] = [];
  while (server.isKilled) {
    const invoice: ToldInvoice = { responses: [], receipts: [], idempotencyKey: randomUUID() };
    told.push(invoice);
    try {
      await payInvoice(server, invoice, random, findings);
    } catch (error) {
      // The server refused a valid request, so it must have lost something. Any other error ends the test.
      if (!(error instanceof RangeError)) throw error;
      findings.push(`${invoice.responses[0]?.id}: ${error.message}`);
    }
  }
  return told;
}

async function payInvoice(
  server: KilledServer,
  { responses, receipts, idempotencyKey }: ToldInvoice,
  random: () => number,
  findings: string[],
): Promise<void> {
  // Nobody listens at this URL. The event only has to be stored.
  const order = { ...exampleCreate, amount: parts, callbackUrl: 'http://127.0.0.1:9/' };
  const created = await server.post('/api/v1/payments/create', order, { 'idempotency-key': idempotencyKey });
  responses.push(created);
  const { id } = created;
  // Some invoices stay unpaid, some are paid in part, some completely, and one in ten fails.
  const fails = random() < 0.1;
  const payments = fails ? 1 : Math.floor(random() * (parts + 1));
  for (let i = 0; i < payments; i++) {
    const outcome = fails ? 'failed' : 'completed';
    const { webReceipt } = await server.post('/sandbox/payments', { invoiceId: id, amount: 1, outcome });
    const submit = () => server.post('/api/v1/payments/submit', { invoiceId: id, webReceipt });
    const [first, second] = await Promise.all([submit(), submit()]);
    if (JSON.stringify(first) !== JSON.stringify(second)) findings.push(`${id}: one receipt sent twice had two responses.`);
    responses.push(first);
    receipts.push(createHash('sha256').update(webReceipt).digest('hex'));
    const fetched = await server.post('/api/v1/payments/fetch', { invoiceId: id });
    if (JSON.stringify(fetched) !== JSON.stringify(first)) {
      findings.push(`${id}: submit returned ${JSON.stringify(first)}, fetch after it ${JSON.stringify(fetched)}.`);
    }
  }
}

/** Settings of a crash test of payments. */
export interface PaymentCrash extends Kills {
  clients: number;
  seed: number;
}

export interface PaymentCrashReport {
  /** How many invoices the clients know. */
  invoices: number;
  changes: number;
  kills: number;
  /** Sentences about violations; empty when there are none. */
  findings: readonly string[];
}

/**
 * Kills a server repeatedly while clients create, pay and fetch invoices. Everything that was confirmed must still exist, each
 * receipt must be counted once, each change must have its event in the outbox, and the database file must be intact.
 */
export async function crashPayments({ clients, seed, ...often }: PaymentCrash): Promise<PaymentCrashReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crash-payments-'));
  const server = await startKilledServer(dataDir, often, createRandom(seed));
  try {
    const findings: string[] = [];
    const client = (_: unknown, i: number) => payUntilSpared(server, createRandom(seed + 1 + i), findings);
    const told = (await Promise.all(Array.from({ length: clients }, client))).flat();
    await server.spare();
    // Compares what clients were shown last with what they are shown after the last restart.
    for (const { responses } of told.slice(-200)) {
      const last = responses.at(-1);
      const asked = server.post('/api/v1/payments/fetch', { invoiceId: last?.id });
      const fetched = await asked.catch((error: Error) => error.message);
      if (JSON.stringify(fetched) !== JSON.stringify(last)) findings.push(`${last?.id}: fetch gives ${JSON.stringify(fetched)}.`);
    }
    await server.end();
    findings.push(...compareWithDatabase(join(dataDir, 'payments.db'), told));
    const changes = told.reduce((sum, { responses }) => sum + Math.max(0, responses.length - 1), 0);
    return { invoices: told.length, changes, kills: server.kills, findings };
  } finally {
    await server.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Row {
  id: string;
  amount: number;
  status: string;
  paid: number | null;
  sequence: number;
}

/**
 * Checks the stopped server's database file, and compares it with the responses that clients got. Returns one sentence for each
 * error.
 */
function compareWithDatabase(file: string, told: readonly ToldInvoice[]): string[] {
  const db = new Database(file);
  try {
    return [...findDamage(db), ...findInconsistencies(db), ...told.flatMap((invoice) => findLosses(db, invoice))];
  } finally {
    db.close();
  }
}

function findDamage(db: Database.Database): string[] {
  const integrity = db.pragma('integrity_check', { simple: true });
  const foreign = db.pragma('foreign_key_check') as unknown[];
  return [
    ...(integrity === 'ok' ? [] : [`integrity_check says: ${integrity}`]),
    ...foreign.map((row) => `foreign_key_check says: ${JSON.stringify(row)}`),
  ];
}

/** Finds stored invoices that contradict their own receipts or events, including invoices that no response has shown. */
function findInconsistencies(db: Database.Database): string[] {
  const receipts = db.prepare<[string], { count: number; sum: number | null; failed: number }>(
    `SELECT count(*) AS count, sum(CASE WHEN payment_status = 'completed' THEN amount_cents END) AS sum,
       total(payment_status <> 'completed') AS failed FROM receipts WHERE invoice_id = ?`,
  );
  const events = db.prepare<[string], number>('SELECT sequence FROM outbox WHERE invoice_id = ? ORDER BY sequence').pluck();
  const rows = db.prepare<[], Row>('SELECT id, amount_cents AS amount, status, paid_cents AS paid, sequence FROM invoices').all();
  return rows.flatMap(({ id, amount, status, paid, sequence }) => {
    const { count = 0, sum = null, failed = 0 } = receipts.get(id) ?? {};
    const findings: string[] = [];
    if (sum !== paid && !(failed && paid === null)) findings.push(`${id}: paid ${paid} cents, its receipts are ${sum}.`);
    const due = failed ? 'FAILED' : sum === null ? 'PENDING' : sum < amount ? 'UNDER_PAID' : 'PAID';
    if (status !== due) findings.push(`${id}: is ${status}, by its receipts it is ${due}.`);
    if (count !== sequence) findings.push(`${id}: ${count} receipts changed it, its sequence is ${sequence}.`);
    const sequences = events.all(id);
    if (sequences.length !== sequence || !sequences.every((value, i) => value === i + 1)) {
      findings.push(`${id}: changed ${sequence} times, its events are ${sequences.join(', ') || 'none'}.`);
    }
    return findings;
  });
}

function findLosses(db: Database.Database, { responses, receipts, idempotencyKey }: ToldInvoice): string[] {
  const [created, ...changes] = responses;
  if (!created) return [];
  const findings: string[] = [];
  const lose = (what: string) => findings.push(`${created.id}: ${what}`);
  const row = db.prepare<[string], Row>('SELECT *, paid_cents AS paid FROM invoices WHERE id = ?').get(created.id);
  if (!row) return [`${created.id}: was in a response, and is not there.`];
  const last = responses.at(-1);
  if (row.status !== last?.status) lose(`is ${row.status}, the last response said ${last?.status}.`);

  const kept = db.prepare<[string], Buffer>('SELECT answer FROM idempotency_keys WHERE key = ?').pluck().all(idempotencyKey);
  if (kept.length !== 1 || JSON.parse(String(kept[0])).id !== created.id) lose('its idempotency key leads elsewhere.');
  const counted = db
    .prepare<[string], string>('SELECT lower(hex(hash)) FROM receipts WHERE invoice_id = ?')
    .pluck()
    .all(created.id);
  if (!isDeepStrictEqual(counted.toSorted(), receipts.toSorted())) {
    lose(`${receipts.length} receipts were accepted, ${counted.length} are there.`);
  }
  const bodies = db.prepare<[string], Buffer>('SELECT body FROM outbox WHERE invoice_id = ? ORDER BY sequence').pluck();
  const events = bodies.all(created.id).map((body) => JSON.parse(body.toString()).data);
  if (!isDeepStrictEqual(events, changes)) lose(`its events are not what the responses said: ${JSON.stringify(events)}`);
  return findings;
}
