import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '../../tools/random.ts';
import { compareWithDatabase } from './compare-with-database.ts';
import { type Kills, startKilledServer } from './killed-server.ts';
import { payUntilSpared } from './pay-until-spared.ts';

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
