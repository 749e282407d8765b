import { columnNames, typeOfColumn } from '../invoice-row.ts';

/** A table to move. Its columns have the same names in both databases, except those in `source`. */
export interface MovedTable {
  name: string;
  /** The type of each column in PostgreSQL, by the column's name. */
  columns: Readonly<Record<string, string>>;
  /** The columns of a unique key. Rows are read in the order of this key. */
  key: readonly string[];
  /** SQL expressions that read the columns which have another name or are in another table in SQLite. */
  source?: Readonly<Record<string, string>>;
}

/** Makes the description of a table. `columns` is a list as in SQL: a name and a type for each column. */
function table(name: string, columns: string, key: readonly string[], source?: MovedTable['source']): MovedTable {
  const types = columns.split(/,\s+/).map((column) => column.split(' '));
  return { name, columns: Object.fromEntries(types), key, ...(source && { source }) };
}

/** The tables to move. A table comes after all tables to which its foreign keys refer. */
export const movedTables: readonly MovedTable[] = [
  table('accounts', 'id text, mode text, name text, created_at bigint', ['id']),
  table(
    'tokens',
    `hash bytea, id text, account_id text, scopes text, label text, created_at bigint, expires_at bigint,
     revoked_at bigint`,
    ['id'],
  ),
  table('callback_secrets', 'id text, account_id text, sealed bytea, created_at bigint, ends_at bigint', ['id']),
  table('callback_key', 'id integer, proof bytea', ['id']),
  table('invoices', columnNames.map((column) => `${column} ${typeOfColumn(column)}`).join(', '), ['id']),
  table(
    'receipts',
    `receipt_id text, hash bytea, invoice_id text, account_id text, amount_cents bigint, payment_status text,
     paid_at bigint, recorded_at bigint`,
    ['receipt_id'],
    { account_id: '(SELECT i.account_id FROM invoices i WHERE i.id = invoice_id)' },
  ),
  table(
    'outbox',
    `id text, invoice_id text, account_id text, sequence integer, host text, url text, body bytea, created_at bigint,
     attempts integer, next_at bigint, settled_at bigint, outcome text, reason text`,
    ['id'],
  ),
  table('callback_endpoints', 'account_id text, host text, failing_since bigint, failed_at bigint, disabled_at bigint', [
    'account_id',
    'host',
  ]),
  table(
    'idempotency_keys',
    'account_id text, operation text, key text, fingerprint bytea, response bytea, created_at bigint',
    ['account_id', 'operation', 'key'],
    { response: 'answer' },
  ),
];
