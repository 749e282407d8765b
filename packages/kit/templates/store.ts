import { type ClaimedEvent, type DescribeEvent, eventLifetimes, type HostDue } from '@payment-invoice/kit/callbacks';
import { keyLifetime } from '@payment-invoice/kit/idempotency';
import type { ReceiptKey } from '@payment-invoice/kit/invoices';
import { expireIfDue, type Invoice, isFinal, type RecordedReceipt } from '@payment-invoice/kit/lifecycle';
import type { PaymentStore } from '@payment-invoice/kit/payments';
import { openDatabase } from './database.ts';
import type { Database, Sql } from './sql.ts';

// Times are doubles, which hold milliseconds exactly and which every driver reads as numbers.
const schema = (bytes: Database['bytes']) => `
CREATE TABLE IF NOT EXISTS tokens (hash ${bytes} PRIMARY KEY, facts TEXT);
CREATE TABLE IF NOT EXISTS secrets (id TEXT PRIMARY KEY, account TEXT, sealed ${bytes}, ends FLOAT8);
CREATE TABLE IF NOT EXISTS invoices (id TEXT PRIMARY KEY, note TEXT UNIQUE, expires FLOAT8, facts TEXT);
CREATE INDEX IF NOT EXISTS due ON invoices (expires) WHERE expires IS NOT NULL;
CREATE TABLE IF NOT EXISTS receipts (id TEXT PRIMARY KEY, hash ${bytes} UNIQUE, "invoiceId" TEXT, "accountId" TEXT);
CREATE TABLE IF NOT EXISTS keys (account TEXT, operation TEXT, key TEXT, body ${bytes}, response ${bytes}, created FLOAT8,
  PRIMARY KEY (account, operation, key));
CREATE TABLE IF NOT EXISTS outbox (id TEXT PRIMARY KEY, "invoiceId" TEXT, "accountId" TEXT, host TEXT, url TEXT, body ${bytes},
  sequence INTEGER, "nextAt" FLOAT8, attempts INTEGER DEFAULT 0, outcome TEXT, settled FLOAT8);
CREATE INDEX IF NOT EXISTS waiting ON outbox (host, "nextAt") WHERE outcome IS NULL;
CREATE INDEX IF NOT EXISTS events ON outbox ("invoiceId"); CREATE INDEX IF NOT EXISTS aged ON keys (created);
CREATE INDEX IF NOT EXISTS settled ON outbox (outcome, settled) WHERE settled IS NOT NULL;`;

const insertKey = `INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (account, operation, key) DO UPDATE
  SET body = excluded.body, response = excluded.response, created = excluded.created WHERE keys.created <= ?`;

/** Opens the database, and creates missing tables. Each method is one transaction. */
export async function openStore(place: string, describeEvent: DescribeEvent): Promise<PaymentStore & { close(): Promise<void> }> {
  const database = await openDatabase(place);
  await database.create(schema(database.bytes));
  // Locks rows only when servers share the database; otherwise one transaction runs at a time.
  const [lock, skipLocked] = database.isShared ? ['FOR UPDATE', 'FOR UPDATE SKIP LOCKED'] : ['', ''];
  const listeners: ((host: string) => void)[] = [];

  /** Runs work in a transaction. After the commit, calls the listeners with the hosts of the events that the work wrote. */
  const write = async <T>(work: (db: Sql, hosts: string[]) => Promise<T>): Promise<T> => {
    const hosts: string[] = [];
    const result = await database.transaction((db) => work(db, hosts));
    for (const tell of listeners) for (const host of hosts) tell(host);
    return result;
  };
  const find = async (db: Sql, id: string, account?: string, end = ''): Promise<Invoice | undefined> => {
    const [row] = await db.all<{ facts: string }>(`SELECT facts FROM invoices WHERE id = ? ${end}`, id);
    const invoice: Invoice | undefined = row && JSON.parse(row.facts);
    return account === undefined || invoice?.accountId === account ? invoice : undefined;
  };
  /** Writes a changed invoice together with the event that reports the change. */
  const save = async (db: Sql, hosts: string[], invoice: Invoice, now: number): Promise<Invoice> => {
    const { id, accountId, sequence, callbackUrl: url } = invoice;
    const expires = isFinal(invoice.status) ? null : invoice.expiresAt;
    await db.run('UPDATE invoices SET expires = ?, facts = ? WHERE id = ?', expires, JSON.stringify(invoice), id);
    if (url === null) return invoice;
    const [event, { host }] = [describeEvent(invoice, now), new URL(url)];
    const values = [event.id, id, accountId, host, url, event.body, sequence, now];
    await db.run('INSERT INTO outbox VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, NULL, NULL)', ...values);
    hosts.push(host);
    return invoice;
  };
  /** Locks an invoice until the transaction ends, expires it if it is due, and returns it. */
  const settle = async (db: Sql, hosts: string[], id: string, account: string | undefined, now: number) => {
    const invoice = await find(db, id, account, lock);
    const settled = invoice && expireIfDue(invoice, now);
    return settled === invoice || !settled ? invoice : save(db, hosts, settled, now);
  };
  const read = async (account: string, id: string, now: number): Promise<Invoice | undefined> => {
    const invoice = await find(database, id, account);
    if (!invoice || expireIfDue(invoice, now) === invoice) return invoice;
    return write((db, hosts) => settle(db, hosts, id, account, now));
  };
  const factsOf = async (db: Sql, invoice: Invoice, { hash, receiptId = '' }: ReceiptKey) => {
    const [sameText] = await db.all<RecordedReceipt>('SELECT * FROM receipts WHERE hash = ?', hash);
    const [sameId] = await db.all<RecordedReceipt>('SELECT * FROM receipts WHERE id = ?', receiptId);
    return { invoice, sameText, sameId };
  };

  return {
    isShared: database.isShared,
    findToken: async (hash) => {
      const [row] = await database.all<{ hash: Uint8Array; facts: string }>('SELECT * FROM tokens WHERE hash = ?', hash);
      return row && { ...JSON.parse(row.facts), hash: row.hash };
    },
    saveToken: async ({ hash, ...facts }) => {
      const sql = 'INSERT INTO tokens VALUES (?, ?) ON CONFLICT (hash) DO UPDATE SET facts = excluded.facts';
      await write((db) => db.run(sql, hash, JSON.stringify(facts)));
    },
    readSecrets: (account, now) => {
      const ends = 'coalesce(ends, 9e15)';
      return database.all(`SELECT * FROM secrets WHERE account = ? AND ${ends} > ? ORDER BY ${ends} DESC`, account, now);
    },
    rotateSecret: (account, { id, sealed }, now, overlap) =>
      write(async (db) => {
        await db.run('UPDATE secrets SET ends = ? WHERE account = ? AND ends IS NULL', now + overlap, account);
        await db.run('INSERT INTO secrets VALUES (?, ?, ?, NULL)', id, account, sealed);
      }),
    createInvoice: (invoice, claim) =>
      write(async (db) => {
        const { id, note, accountId, createdAt, expiresAt } = invoice;
        const place = claim ? [accountId, claim.operation, claim.key] : [];
        const at = 'account = ? AND operation = ? AND key = ?';
        if (claim) {
          // Waits for a create in progress with the same key. Replaces a key whose lifetime is over.
          const values = [...place, claim.fingerprint, claim.response, createdAt, createdAt - keyLifetime];
          if ((await db.run(insertKey, ...values)) === 0) {
            const [kept] = await db.all<{ body: Uint8Array; response: Uint8Array }>(`SELECT * FROM keys WHERE ${at}`, ...place);
            if (!kept || !claim.fingerprint.equals(kept.body)) return { kind: 'reused' };
            return { kind: 'replayed', response: Buffer.from(kept.response) };
          }
        }
        const values = [id, note, expiresAt, JSON.stringify(invoice)];
        if ((await db.run('INSERT INTO invoices VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING', ...values)) === 1)
          return { kind: 'created' };
        if (claim) await db.run(`DELETE FROM keys WHERE ${at}`, ...place);
        return { kind: 'taken' };
      }),
    readInvoice: read,
    readReceiptFacts: async (account, id, key, now) => {
      const invoice = await read(account, id, now);
      return invoice && factsOf(database, invoice, key);
    },
    applyReceipt: (account, id, key, _record, now, decide) =>
      write(async (db, hosts) => {
        const invoice = await settle(db, hosts, id, account, now);
        if (!invoice) return undefined;
        for (;;) {
          const decision = decide(await factsOf(db, invoice, key));
          if (decision.kind !== 'changed') return { decision, invoice };
          const values = [key.receiptId ?? null, key.hash, id, account];
          // A conflict means that the receipt was just counted towards another invoice. Reads the facts and decides again.
          if ((await db.run('INSERT INTO receipts VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING', ...values)) === 1)
            return { decision, invoice: await save(db, hosts, decision.invoice, now) };
        }
      }),
    expireDue: async (now, limit) => {
      const due = await database.all<{ id: string }>('SELECT id FROM invoices WHERE expires <= ? LIMIT ?', now, limit);
      for (const { id } of due) await write((db, hosts) => settle(db, hosts, id, undefined, now));
      return due.length;
    },
    forgetKeys: (now, limit) => {
      const old = 'SELECT account, operation, key FROM keys WHERE created <= ? LIMIT ?';
      return write((db) => db.run(`DELETE FROM keys WHERE (account, operation, key) IN (${old})`, now - keyLifetime, limit));
    },
    onEvent: (listener) => void listeners.push(listener),
    claimEvents: (shares, now, leaseEnd) =>
      write(async (db) => {
        const [events, hosts]: [ClaimedEvent[], HostDue[]] = [[], []];
        const waiting = 'FROM outbox WHERE outcome IS NULL AND host = ?';
        for (const { host, limit } of shares) {
          const due = `SELECT * ${waiting} AND "nextAt" <= ? ORDER BY "nextAt", sequence LIMIT ? ${skipLocked}`;
          for (const event of await db.all<ClaimedEvent>(due, host, now, limit)) {
            // A receiver that has responded with 410 wants no more events of the same invoice.
            const gone = await db.all(`SELECT 1 FROM outbox WHERE "invoiceId" = ? AND outcome = 'gone'`, event.invoiceId);
            const [column, value] = gone.length > 0 ? ["outcome = 'gone', settled", now] : ['"nextAt"', leaseEnd];
            await db.run(`UPDATE outbox SET ${column} = ? WHERE id = ?`, value, event.id);
            if (gone.length === 0) events.push({ ...event, leaseEnd });
          }
          const [next] = await db.all<{ at: number | null }>(`SELECT min("nextAt") AS at ${waiting}`, host);
          hosts.push({ host, nextAt: next?.at ?? Number.POSITIVE_INFINITY });
        }
        return { events, hosts };
      }),
    recordAttempts: (records, now) =>
      write(async (db) => {
        // Compares the number of attempts, so that a record made under an expired lease changes nothing.
        const retry = 'UPDATE outbox SET "nextAt" = ?, attempts = attempts + 1 WHERE id = ? AND attempts = ? AND outcome IS NULL';
        const end = 'UPDATE outbox SET outcome = ?, settled = ? WHERE id = ? AND outcome IS NULL';
        for (const { event, decision } of records) {
          if (decision.kind === 'retry') await db.run(retry, decision.at, event.id, event.attempts);
          else await db.run(end, decision.kind, now, event.id);
        }
      }),
    releaseEvents: (events, now) =>
      write(async (db) => {
        const sql = 'UPDATE outbox SET "nextAt" = ? WHERE id = ? AND "nextAt" = ? AND outcome IS NULL';
        for (const { id, leaseEnd } of events) await db.run(sql, now, id, leaseEnd);
      }),
    listDueHosts: () => database.all('SELECT host, min("nextAt") AS "nextAt" FROM outbox WHERE outcome IS NULL GROUP BY host'),
    forgetEvents: (now, limit) => {
      const lives = Object.entries(eventLifetimes);
      const old = lives.map(([outcome]) => `outcome = '${outcome}' AND settled <= ?`).join(' OR ');
      const sql = `DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE ${old} LIMIT ?)`;
      return write((db) => db.run(sql, ...lives.map(([, life]) => now - life), limit));
    },
    close: () => database.close(),
  };
}
