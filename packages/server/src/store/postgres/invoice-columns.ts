import { columnNames, type InvoiceRow } from '../invoice-row.ts';

/** The type of each column of the table `invoices`; one that is added does not compile without. */
const types: Record<keyof InvoiceRow, 'bigint' | 'integer' | 'smallint' | 'text'> = {
  id: 'text',
  account_id: 'text',
  cash_tag: 'text',
  note: 'text',
  amount_cents: 'bigint',
  is_white_label: 'smallint',
  callback_url: 'text',
  return_url: 'text',
  status: 'text',
  receipt_id: 'text',
  paid_cents: 'bigint',
  created_at: 'bigint',
  expires_at: 'bigint',
  sequence: 'integer',
};

export const invoiceColumns = columnNames.join(', ');

/** The columns as a SELECT lists them, of the table that it calls `i`. Named one by one: a column of a newer release must not appear in a statement that is prepared. */
export const selectedColumns = columnNames.map((name) => `i.${name}`).join(', ');

/** A parameter for each column, from number 1 on: arrays for `unnest`. */
export const invoiceArrays = columnNames.map((name, index) => `$${index + 1}::${types[name]}[]`);
