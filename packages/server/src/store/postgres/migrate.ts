import type { Client } from 'pg';
import { isUndone } from './database-error.ts';
import { steps } from './steps.ts';

/** Thrown if a newer release created the tables and this release cannot use them. */
export class NewerTablesError extends Error {}

/** Thrown if the database contains the tables of another program. */
export class ForeignTablesError extends Error {}

/** The codes of the errors that occur if several servers create the same table at the same time. */
const racing = new Set(['23505', '42P07', '55P03']);
const tries = 30;

/**
 * Migrates the tables to the newest version, in one transaction. If several servers start at the same time, one of them migrates
 * and the others wait. Tables of a newer release are left unchanged if they declare that this release can use them, so that
 * servers can be upgraded one by one.
 * @throws ForeignTablesError, NewerTablesError
 */
export async function migrate(client: Client): Promise<void> {
  for (let time = 1; ; time++) {
    try {
      if (await isUpToDate(client)) return;
      await bringUp(client);
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      const isRacing = isUndone(error) || racing.has((error as { code?: string }).code ?? '');
      if (!isRacing || time === tries) throw error;
    }
  }
}

/** Returns true if the database contains this server's tables. */
export async function isOurs(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ ours: boolean }>("SELECT to_regclass('payment_invoice_schema') IS NOT NULL AS ours");
  return rows[0]?.ours === true;
}

/** Returns true if the tables are up to date. Takes no lock, because they are up to date at almost every start. */
async function isUpToDate(client: Client): Promise<boolean> {
  if (!(await isOurs(client))) {
    const { rows } = await client.query<{ others: boolean }>(`
      SELECT EXISTS (
        SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p') AND c.relname <> 'payment_invoice_schema'
      ) AS others`);
    // The tables are checked again, because another server may just have created ours.
    if (rows[0]?.others && !(await isOurs(client))) throw new ForeignTablesError('it holds tables of another program');
    return false;
  }
  const select = 'SELECT version, readable_from AS "readableFrom" FROM payment_invoice_schema';
  const { rows } = await client.query<{ version: number; readableFrom: number }>(select);
  const { version = 0, readableFrom = 0 } = rows[0] ?? {};
  if (readableFrom > steps.length) throw new NewerTablesError('it was written by a newer release of this server');
  return version >= steps.length;
}

async function bringUp(client: Client): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
  // A migration may take as long as it needs. Other servers wait for it.
  await client.query('SET LOCAL statement_timeout = 0');
  await client.query("SET LOCAL lock_timeout = '60s'");
  const columns = 'version integer NOT NULL, readable_from integer NOT NULL';
  await client.query(`CREATE TABLE IF NOT EXISTS payment_invoice_schema (${columns})`);
  await client.query('LOCK TABLE payment_invoice_schema IN EXCLUSIVE MODE');
  const { rows } = await client.query<{ version: number }>('SELECT version FROM payment_invoice_schema');
  const version = rows[0]?.version ?? 0;
  for (const { sql } of steps.slice(version)) await client.query(sql);
  const newest = [steps.length, Math.max(...steps.map(({ readableFrom }) => readableFrom))];
  if (rows.length === 0) await client.query('INSERT INTO payment_invoice_schema VALUES ($1, $2)', newest);
  else if (version < steps.length)
    await client.query('UPDATE payment_invoice_schema SET version = $1, readable_from = $2', newest);
  await client.query('COMMIT');
}
