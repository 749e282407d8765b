import pg from 'pg';
import { account, type Books, columns, describeRow, hashOf, hashOfToken, type InvoiceRow, makeRow } from './work.ts';

/** Opens a peer's empty PostgreSQL database, with a connection pool and a separate query for everything that a request needs. */
export async function openPostgresBooks(url: string, token: string): Promise<Books> {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  // Parses bigint as a number.
  pg.types.setTypeParser(20, Number);
  await pool.query(`
    CREATE TABLE tokens (hash bytea PRIMARY KEY, account text NOT NULL);
    CREATE TABLE invoices (id text PRIMARY KEY, account text NOT NULL, cash_tag text NOT NULL, note text NOT NULL UNIQUE,
      cents bigint NOT NULL, white_label bigint NOT NULL, callback_url text, return_url text, created_at bigint NOT NULL);
    CREATE TABLE keys (account text, key text, fingerprint bytea NOT NULL, response text NOT NULL, PRIMARY KEY (account, key))`);
  await pool.query('INSERT INTO tokens VALUES ($1, $2)', [hashOf(token), account]);
  const invoiceValues = columns.map((_, i) => `$${i + 1}`).join(', ');
  const insertInvoice = { name: 'insert', text: `INSERT INTO invoices VALUES (${invoiceValues})` };
  // Inserts both rows or neither, in one statement.
  const insertBoth = {
    name: 'insert both',
    text: `WITH kept AS (INSERT INTO keys VALUES ($2, $10, $11, $12) ON CONFLICT DO NOTHING RETURNING 1)
      INSERT INTO invoices SELECT ${invoiceValues} FROM kept`,
  };
  const selectKey = { name: 'key', text: 'SELECT fingerprint, response FROM keys WHERE account = $1 AND key = $2' };
  const selectAccount = { name: 'token', text: 'SELECT account FROM tokens WHERE hash = $1' };
  const selectInvoice = { name: 'invoice', text: 'SELECT * FROM invoices WHERE id = $1' };
  return {
    async authenticate(authorization) {
      const hash = hashOfToken(authorization);
      return hash && (await pool.query({ ...selectAccount, values: [hash] })).rows[0]?.account;
    },
    async create(account, body, key) {
      const row = makeRow(account, body);
      const response = describeRow(row);
      const values: unknown[] = columns.map((name) => row[name]);
      if (key === undefined) {
        await pool.query({ ...insertInvoice, values });
        return response;
      }
      const fingerprint = hashOf(JSON.stringify(body));
      values.push(key, fingerprint, JSON.stringify(response));
      if ((await pool.query({ ...insertBoth, values })).rowCount === 1) return response;
      const kept = (await pool.query({ ...selectKey, values: [account, key] })).rows[0];
      return fingerprint.equals(kept.fingerprint) ? JSON.parse(kept.response) : undefined;
    },
    async fetch(account, invoiceId) {
      const row: InvoiceRow | undefined = (await pool.query({ ...selectInvoice, values: [invoiceId] })).rows[0];
      return row?.account === account ? describeRow(row) : undefined;
    },
  };
}
