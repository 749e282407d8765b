import { hash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { destination, type Logger, pino } from 'pino';

export interface CreateBody {
  cashTag: string;
  amount: number;
  isWhiteLabel?: boolean;
  callbackUrl?: string;
  returnUrl?: string;
}

/**
 * The work that every peer does outside its framework: the same token look-up, insert, select and log, so that only the
 * frameworks differ.
 */
export interface Work extends Books {
  token: string;
  logger: Logger;
  makeRequestId(): string;
  problem(status: number, code: string, requestId: string): object;
}

type Later<T> = T | Promise<T>;

/** The stored data of a peer, and the operations on them. */
export interface Books {
  /** Returns the account that an Authorization header belongs to; undefined when it belongs to none. */
  authenticate(authorization: string | undefined): Later<string | undefined>;
  /** Inserts an invoice once per key, and returns the response's body; undefined when the key was used with another body. */
  create(account: string, body: CreateBody, key: string | undefined): Later<object | undefined>;
  /** Returns the response's body; undefined when there is no such invoice. */
  fetch(account: string, invoiceId: string): Later<object | undefined>;
}

/** An invoice as it is stored. */
export interface InvoiceRow {
  id: string;
  account: string;
  cash_tag: string;
  note: string;
  cents: number;
  white_label: number;
  callback_url: string | null;
  return_url: string | null;
  created_at: number;
}

/** The columns of an invoice, in the order of the table. */
export const columns = [
  'id',
  'account',
  'cash_tag',
  'note',
  'cents',
  'white_label',
  'callback_url',
  'return_url',
  'created_at',
] as const;

const lifetime = 30 * 60_000;

export const account = 'acc_bench';

/** Opens a peer's database and prepares its work. `open` creates the database and stores the token in it. */
export async function openWork(open: (token: string) => Later<Books>): Promise<Work> {
  const token = `bench_${randomBytes(24).toString('hex')}`;
  return {
    ...(await open(token)),
    token,
    // Writes lines in batches, as pino's documentation recommends for production, and as this project's server does.
    logger: pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination({ fd: 2, sync: false, minLength: 4096 })),
    makeRequestId: () => `req_${randomUUID()}`,
    problem: (status, code, requestId) => ({
      type: `http://127.0.0.1/problems/${code}`,
      title: code,
      status,
      detail: code,
      code,
      requestId,
    }),
  };
}

/** Computes the SHA-256 of a string, such as a token or a body. */
export const hashOf = (text: string) => hash('sha256', text, 'buffer');

/** Returns the hash of the token in an Authorization header. */
export function hashOfToken(authorization = ''): Buffer | undefined {
  const [, token] = /^Bearer +([^ ]+)$/i.exec(authorization) ?? [];
  return token === undefined ? undefined : hashOf(token);
}

export function makeRow(account: string, body: CreateBody): InvoiceRow {
  const now = Date.now();
  return {
    id: `inv_${now.toString(36)}${randomUUID()}`,
    account,
    cash_tag: body.cashTag,
    note: makeNote(),
    cents: Math.round(body.amount * 100),
    white_label: Number(body.isWhiteLabel ?? false),
    callback_url: body.callbackUrl ?? null,
    return_url: body.returnUrl ?? null,
    created_at: now,
  };
}

/** Returns an invoice in the form that the contract defines. */
export function describeRow(row: InvoiceRow): object {
  return {
    id: row.id,
    paymentUrl: `http://127.0.0.1/pay/${row.id}`,
    cashTag: row.cash_tag,
    note: row.note,
    amount: row.cents / 100,
    isWhiteLabel: row.white_label === 1,
    receiptId: null,
    paidAmount: null,
    status: 'PENDING',
    returnUrl: row.return_url,
    expiresAt: new Date(row.created_at + lifetime).toISOString(),
    createdAt: new Date(row.created_at).toISOString(),
  };
}

/** Makes a valid note. It simply uses hexadecimal digits, because all of them are valid in Crockford's alphabet. */
function makeNote(): string {
  const text = randomUUID().replaceAll('-', '').toUpperCase();
  return `${text.slice(0, 5)}-${text.slice(20, 25)}`;
}

export const contractFile = createRequire(import.meta.url).resolve('@payment-invoice/generated/contract.json');

/** Returns a schema of the contract as someone without our tools would write it: references resolved, our extensions removed. */
export function plainSchema(name: string): object {
  const { schemas } = JSON.parse(readFileSync(contractFile, 'utf8')).components;
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    if ('$ref' in value) return plain(schemas[String(value.$ref).split('/').at(-1) ?? '']);
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !/^(x-|example|description)/.test(key))
        .map(([key, child]) => [key, plain(child)]),
    );
  };
  return plain(schemas[name]) as object;
}
