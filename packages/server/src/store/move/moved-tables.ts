import { columnNames, typeOfColumn } from '../invoice-row.ts';

/** A table to move. Its columns have the same names in both databases. */
export interface MovedTable {
  name: string;
  /** The type of each column in PostgreSQL, by the column's name. */
  columns: Readonly<Record<string, 'bigint' | 'bytea' | 'integer' | 'smallint' | 'text'>>;
  /** The columns of a unique key. Rows are read in the order of this key. */
  key: readonly string[];
  /** SQL expressions for the columns that have another name in SQLite, or are in another table there. */
  source?: Readonly<Record<string, string>>;
}

/** The tables to move. A table comes after all tables to which its foreign keys refer. */
export const movedTables: readonly MovedTable[] = [
  { name: 'accounts', columns: { id: 'text', mode: 'text', name: 'text', created_at: 'bigint' }, key: ['id'] },
  {
    name: 'tokens',
    columns: {
      hash: 'bytea',
      id: 'text',
      account_id: 'text',
      scopes: 'text',
      label: 'text',
      created_at: 'bigint',
      expires_at: 'bigint',
      revoked_at: 'bigint',
    },
    key: ['id'],
  },
  {
    name: 'callback_secrets',
    columns: { id: 'text', account_id: 'text', sealed: 'bytea', created_at: 'bigint', ends_at: 'bigint' },
    key: ['id'],
  },
  { name: 'callback_key', columns: { id: 'integer', proof: 'bytea' }, key: ['id'] },
  {
    name: 'invoices',
    columns: Object.fromEntries(columnNames.map((column) => [column, typeOfColumn(column)])),
    key: ['id'],
  },
  {
    name: 'receipts',
    columns: {
      receipt_id: 'text',
      hash: 'bytea',
      invoice_id: 'text',
      account_id: 'text',
      amount_cents: 'bigint',
      payment_status: 'text',
      paid_at: 'bigint',
      recorded_at: 'bigint',
    },
    key: ['receipt_id'],
    source: { account_id: '(SELECT i.account_id FROM invoices i WHERE i.id = invoice_id)' },
  },
  {
    name: 'outbox',
    columns: {
      id: 'text',
      invoice_id: 'text',
      account_id: 'text',
      sequence: 'integer',
      host: 'text',
      url: 'text',
      body: 'bytea',
      created_at: 'bigint',
      attempts: 'integer',
      next_at: 'bigint',
      settled_at: 'bigint',
      outcome: 'text',
      reason: 'text',
    },
    key: ['id'],
  },
  {
    name: 'callback_endpoints',
    columns: { account_id: 'text', host: 'text', failing_since: 'bigint', failed_at: 'bigint', disabled_at: 'bigint' },
    key: ['account_id', 'host'],
  },
  {
    name: 'idempotency_keys',
    columns: {
      account_id: 'text',
      operation: 'text',
      key: 'text',
      fingerprint: 'bytea',
      response: 'bytea',
      created_at: 'bigint',
    },
    key: ['account_id', 'operation', 'key'],
    source: { response: 'answer' },
  },
];
