/**
 * Starts the current server with the data of the last release, in both stores, and checks that every invoice can be read and is
 * unchanged. With KEEP_LAST_RELEASE=1, replaces this data with data of the current server, as a step of each release.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { makeTestDatabase, runIn, type StoreKind, storeKinds } from '../../testing/open-test-store.ts';
import { type Json, makeTestDirectory, startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { migrateDatabase, migrations } from './migrations.ts';
import { databaseFile } from './open-store.ts';
import { steps } from './postgres/steps.ts';

/** The data of a release: the number of its migrations, all rows, and each invoice as it was fetched. */
interface Kept {
  version: number;
  rows: Record<string, Record<string, unknown>[]>;
  shown: Json[];
}

interface Tables {
  settings: { dataDir: string; databaseUrl?: string };
  read(): Promise<Kept['rows']>;
  /** Makes the tables of an earlier version, with the given rows. */
  write(kept: Kept): Promise<void>;
}

const fileOf = (kind: StoreKind): string => join(import.meta.dirname, `../../testing/last-release/${kind.toLowerCase()}.json`);

test.each(storeKinds)('every invoice of the last release can be read on %s', async (kind) => {
  const tables = await (kind === 'SQLite' ? openSqlite() : openPostgres());
  if (process.env.KEEP_LAST_RELEASE !== undefined) await keepAnew(kind, tables);
  const kept: Kept = JSON.parse(readFileSync(fileOf(kind), 'utf8'));
  const old = await (kind === 'SQLite' ? openSqlite() : openPostgres());
  await old.write(kept);
  const server = await startTestServer(old.settings);
  expect(kept.shown.length).toBeGreaterThan(10);
  for (const before of kept.shown) {
    const { status, json } = await server.post('/api/v1/payments/fetch', { invoiceId: before.id });
    // If the fetch failed, this message names the field whose stored value a migration must correct.
    const said = server.log.find((line) => line.includes('UndocumentedResponseError')) ?? '';
    expect([status, /"message":"([^"]*)/.exec(said)?.[1] ?? ''].join(' '), before.id).toBe('200 ');
    expect(json, before.id).toMatchObject(before);
  }
});

async function keepAnew(kind: StoreKind, tables: Tables): Promise<void> {
  const server = await startTestServer(tables.settings);
  const invoices = await makeInvoices(server);
  const shown = await Promise.all(
    invoices.map(async ({ id }) => {
      // The URL is omitted, because it contains the address of this server.
      const { paymentUrl: _address, ...invoice } = await server.fetch(id);
      return invoice;
    }),
  );
  await server.close();
  const version = kind === 'SQLite' ? migrations.length : steps.length;
  const read = await tables.read();
  // Removes the sandbox's key and token, which must not be committed to the repository. The next start makes a new key and token.
  for (const row of read.server_info ?? []) row.identity = null;
  const rows = Object.entries(read).filter(([, found]) => found.length > 0);
  const lines = (list: unknown[]): string => `[\n${list.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]`;
  const found = rows.map(([name, all]) => `${JSON.stringify(name)}: ${lines(all)}`).join(',\n');
  writeFileSync(fileOf(kind), `{ "version": ${version},\n"shown": ${lines(shown)},\n"rows": {\n${found} } }\n`);
}

/** Makes an invoice in each status, and invoices with the most extreme values that the API accepts. */
async function makeInvoices(server: TestServer): Promise<Json[]> {
  const made = [
    await server.create(),
    await server.create({ amount: 0.01, cashTag: 'a' }),
    await server.create({ amount: 999_999.99, cashTag: '$12345678901234567aBc', isWhiteLabel: true }),
    await server.create({ returnUrl: `https://shop.example/${'a'.repeat(2027)}`, callbackUrl: 'http://127.0.0.1:9/called' }),
    await server.create({ returnUrl: 'https://shop.example/thanks?a=%C3%B6&b=1#part' }),
  ];
  const play = async (...payments: [amount: number, outcome?: string][]): Promise<void> => {
    const invoice = await server.create({ callbackUrl: 'http://127.0.0.1:9/called' });
    for (const [amount, outcome] of payments) await server.submit(invoice.id, await server.pay(invoice.id, amount, outcome));
    made.push(invoice);
  };
  await play([12.5]);
  await play([5], [7.5]);
  await play([0.01]);
  await play([100]);
  await play([12.5, 'failed']);
  // Two invoices that will expire: one unpaid and one partly paid.
  const [unpaid, partly] = [await server.create(), await server.create()];
  await server.submit(partly.id, await server.pay(partly.id, 3.21));
  server.clock.now += 86_400_000;
  const late = await server.create();
  return [...made, unpaid, partly, late];
}

async function openSqlite(): Promise<Tables> {
  const dataDir = makeTestDirectory();
  const use = <Result>(work: (db: Database.Database) => Result): Result => {
    const db = new Database(join(dataDir, databaseFile));
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  const namesIn = (db: Database.Database): string[] =>
    db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").pluck().all() as string[];
  return {
    settings: { dataDir },
    read: async () =>
      use((db) => {
        const encode = (_: string, value: unknown): unknown =>
          isBuffer(value) ? { base64: Buffer.from(value.data).toString('base64') } : value;
        const rows = namesIn(db).map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]);
        return JSON.parse(JSON.stringify(Object.fromEntries(rows), encode));
      }),
    write: async ({ version, rows }) =>
      use((db) => {
        migrateDatabase(db, migrations.slice(0, version));
        db.pragma('foreign_keys = OFF');
        // Removes the triggers, because they would count the rows again, and the stored rows already include the counts.
        const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as Record<
          'name' | 'sql',
          string
        >[];
        for (const { name } of triggers) db.exec(`DROP TRIGGER "${name}"`);
        const decode = (value: unknown): unknown => {
          const { base64 } = (value ?? {}) as { base64?: string };
          return base64 === undefined ? value : Buffer.from(base64, 'base64');
        };
        for (const name of namesIn(db)) {
          db.exec(`DELETE FROM "${name}"`);
          for (const row of rows[name] ?? []) {
            const columns = Object.keys(row).map((column) => `"${column}"`);
            const places = columns.map(() => '?').join(', ');
            db.prepare(`INSERT INTO "${name}" (${columns.join(', ')}) VALUES (${places})`).run(Object.values(row).map(decode));
          }
        }
        for (const { sql } of triggers) db.exec(sql);
      }),
  };
}

async function openPostgres(): Promise<Tables> {
  const databaseUrl = await makeTestDatabase(true);
  const namesOf = async (): Promise<string[]> => {
    const found = await runIn(databaseUrl, 'SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1');
    return found.map(({ tablename }) => tablename);
  };
  return {
    settings: { dataDir: makeTestDirectory(), databaseUrl },
    async read() {
      const found: Kept['rows'] = {};
      for (const name of await namesOf())
        found[name] = (await runIn(databaseUrl, `SELECT to_jsonb(t)::text AS row FROM "${name}" t`)).map(({ row }) =>
          JSON.parse(row),
        );
      return found;
    },
    async write({ version, rows }) {
      await runIn(databaseUrl, 'CREATE TABLE payment_invoice_schema (version integer NOT NULL, readable_from integer NOT NULL)');
      for (const { sql } of steps.slice(0, version)) await runIn(databaseUrl, sql);
      const inserts = (await namesOf()).map(
        (name) =>
          `DELETE FROM "${name}"; INSERT INTO "${name}" SELECT * FROM jsonb_populate_recordset(NULL::"${name}", '${JSON.stringify(rows[name] ?? []).replaceAll("'", "''")}'::jsonb)`,
      );
      // Disables triggers, which would count the rows again, and foreign keys, which would require the rows in a certain order.
      await runIn(databaseUrl, `SET session_replication_role = replica; ${inserts.join('; ')}`);
    },
  };
}

/** Returns true if a value is a Buffer in its JSON form. */
function isBuffer(value: unknown): value is { type: 'Buffer'; data: number[] } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
}
