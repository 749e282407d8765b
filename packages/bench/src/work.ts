import { hash, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { destination, type Logger, pino } from 'pino';

/** The body of a create. */
export interface CreateBody {
  cashTag: string;
  amount: number;
  isWhiteLabel?: boolean;
  callbackUrl?: string;
  returnUrl?: string;
}

/** The work of every peer apart from its framework: the same token look-up, insert, select and log, so that only frameworks differ. */
export interface Work {
  token: string;
  logger: Logger;
  makeRequestId(): string;
  /** The account of an Authorization header; undefined when it names none. */
  authenticate(authorization: string | undefined): string | undefined;
  /** Inserts an invoice and returns the body of the response. */
  create(account: string, body: CreateBody): object;
  /** Returns the body of the response; undefined when there is no such invoice. */
  fetch(account: string, invoiceId: string): object | undefined;
  problem(status: number, code: string, requestId: string): object;
}

interface Row {
  id: string;
  account: string;
  cash_tag: string;
  note: string;
  cents: number;
  white_label: number;
  return_url: string | null;
  created_at: number;
}

const lifetime = 30 * 60_000;

/** Opens the database of a peer, a new one. Unless `durable`, a commit is on disk some time after its response. */
export function openWork(directory: string, durable: boolean): Work {
  const db = new Database(join(directory, 'peer.db'));
  db.pragma('journal_mode = WAL');
  db.pragma(`synchronous = ${durable ? 'FULL' : 'NORMAL'}`);
  db.exec(`
    CREATE TABLE tokens (hash BLOB PRIMARY KEY, account TEXT NOT NULL) STRICT;
    CREATE TABLE invoices (id TEXT PRIMARY KEY, account TEXT NOT NULL, cash_tag TEXT NOT NULL, note TEXT NOT NULL UNIQUE,
      cents INTEGER NOT NULL, white_label INTEGER NOT NULL, callback_url TEXT, return_url TEXT, created_at INTEGER NOT NULL) STRICT`);
  const token = `bench_${randomBytes(24).toString('hex')}`;
  const hashOf = (text: string) => hash('sha256', text, 'buffer');
  db.prepare('INSERT INTO tokens VALUES (?, ?)').run(hashOf(token), 'acc_bench');
  const selectAccount = db.prepare<[Buffer], string>('SELECT account FROM tokens WHERE hash = ?').pluck();
  const selectInvoice = db.prepare<[string], Row>('SELECT * FROM invoices WHERE id = ?');
  const insertInvoice = db.prepare('INSERT INTO invoices VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');

  return {
    token,
    logger: pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination({ fd: 2, sync: true })),
    makeRequestId: () => `req_${randomUUID()}`,
    authenticate(authorization = '') {
      const [, found] = /^Bearer +([^ ]+)$/i.exec(authorization) ?? [];
      return found === undefined ? undefined : selectAccount.get(hashOf(found));
    },
    create(account, body) {
      const row: Row = {
        id: `inv_${Date.now().toString(36)}${randomUUID()}`,
        account,
        cash_tag: body.cashTag,
        note: makeNote(),
        cents: Math.round(body.amount * 100),
        white_label: Number(body.isWhiteLabel ?? false),
        return_url: body.returnUrl ?? null,
        created_at: Date.now(),
      };
      insertInvoice.run(
        row.id,
        row.account,
        row.cash_tag,
        row.note,
        row.cents,
        row.white_label,
        body.callbackUrl ?? null,
        row.return_url,
        row.created_at,
      );
      return describe(row);
    },
    fetch(account, invoiceId) {
      const row = selectInvoice.get(invoiceId);
      return row?.account === account ? describe(row) : undefined;
    },
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

function describe(row: Row): object {
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

/** Makes a valid note in a simple way: all hexadecimal digits are Crockford's. */
function makeNote(): string {
  const text = randomUUID().replaceAll('-', '').toUpperCase();
  return `${text.slice(0, 5)}-${text.slice(20, 25)}`;
}
