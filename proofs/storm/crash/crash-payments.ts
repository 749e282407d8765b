import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Database from 'better-sqlite3';
import { createRandom } from '../../tools/random.ts';
import { type Kills, startKilledServer } from './killed-server.ts';
import { payUntilSpared, type ToldInvoice } from './pay-until-spared.ts';

/** Settings of a crash test of payments. */
export interface PaymentCrash extends Kills {
  clients: number;
  seed: number;
}

/** The result of a crash test of payments. */
export interface PaymentCrashReport {
  /** Invoices that clients know of, and responses that showed a change. */
  invoices: number;
  changes: number;
  kills: number;
  /** Sentences about what must not happen; empty when all is well. */
  findings: readonly string[];
}

/**
 * Kills a server again and again while clients create, submit and fetch. Everything that was confirmed must be there, each receipt
 * counted once, each change with its event in the outbox, and the file whole.
 */
export async function crashPayments({ clients, seed, ...often }: PaymentCrash): Promise<PaymentCrashReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crash-payments-'));
  const server = await startKilledServer(dataDir, often, createRandom(seed));
  try {
    const findings: string[] = [];
    const client = (_: unknown, i: number) => payUntilSpared(server, createRandom(seed + 1 + i), findings);
    const told = (await Promise.all(Array.from({ length: clients }, client))).flat();
    await server.spare();
    // What a client sees after the last restart.
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

/** Compares what clients were told with the database file of a server that is down: sentences about what is lost or counted twice. */
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

/** Finds violations of what must hold for each invoice, even for one that no client was told of. */
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
  if (!row) return [`${created.id}: was answered, and is not there.`];
  const last = responses.at(-1);
  if (row.status !== last?.status) lose(`is ${row.status}, answered was ${last?.status}.`);

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
  if (!isDeepStrictEqual(events, changes)) lose(`its events are not what was answered: ${JSON.stringify(events)}`);
  return findings;
}
