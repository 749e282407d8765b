import { type Creation, type IdempotencyClaim, keyLifetime } from '@payment-invoice/kit/idempotency';
import type { Invoice } from '@payment-invoice/kit/lifecycle';
import { columnNames, valuesOfInvoice } from '../invoice-row.ts';
import type { Store } from '../store.ts';
import { StoreUnavailableError } from '../store-unavailable-error.ts';
import { createBatcher } from './batcher.ts';
import type { Connections } from './connections.ts';
import { violatedIndex } from './database-error.ts';
import { arraysOf, columnsOf, invoiceColumns } from './invoice-columns.ts';
import { nameStatements, type Statement } from './sender.ts';

const width = columnNames.length;
const [operation, key, fingerprint, response, lifetime] = [1, 2, 3, 4, 5].map((place) => `$${width + place}`);

/** Saves many invoices, except those whose idempotency key is in use. Waits while another server saves the same key. */
const insert: Statement = {
  name: 'create',
  changesInvoices: true,
  text: `
WITH asked AS MATERIALIZED (
  SELECT * FROM unnest(${arraysOf(columnNames)}, ${operation}::text[], ${key}::text[], ${fingerprint}::bytea[], ${response}::bytea[])
    AS t (${invoiceColumns}, operation, key, fingerprint, response)
), claimed AS (
  INSERT INTO idempotency_keys AS k (account_id, operation, key, fingerprint, response, created_at)
  SELECT account_id, operation, key, fingerprint, response, created_at FROM asked WHERE key IS NOT NULL
  ORDER BY account_id, operation, key
  ON CONFLICT (account_id, operation, key) DO UPDATE
    SET fingerprint = EXCLUDED.fingerprint, response = EXCLUDED.response, created_at = EXCLUDED.created_at
    WHERE k.created_at <= EXCLUDED.created_at - ${lifetime}::bigint
  RETURNING account_id, operation, key
), made AS (
  INSERT INTO invoices (${invoiceColumns})
  SELECT ${columnNames.map((name) => `a.${name}`).join(', ')} FROM asked a
  LEFT JOIN claimed c ON c.account_id = a.account_id AND c.operation = a.operation AND c.key = a.key
  WHERE a.key IS NULL OR c.key IS NOT NULL
  RETURNING id, status
), counted AS (
  INSERT INTO invoice_counts (status, invoices) SELECT status, count(*) FROM made GROUP BY status
)
SELECT id FROM made`,
};

const sql = nameStatements({
  selectKey: `SELECT fingerprint, response FROM idempotency_keys
WHERE account_id = $1 AND operation = $2 AND key = $3 AND created_at > $4`,
  selectId: 'SELECT 1 AS one FROM invoices WHERE id = $1',
});

const takenIndexes = ['invoices_pkey', 'invoices_note_key'];
/** How many times to try to claim a key. A try fails if another server deletes an expired key just before it is read. */
const claims = 5;

export function createInvoices(db: Connections): Pick<Store, 'createInvoice'> {
  const save = createBatcher(
    async (items: readonly { invoice: Invoice; claim: IdempotencyClaim | undefined }[]) => {
      const values = items.map(({ invoice, claim }) => [
        ...valuesOfInvoice(invoice),
        ...(claim ? [claim.operation, claim.key, claim.fingerprint, claim.response] : [null, null, null, null]),
      ]);
      const rows = await db.run<{ id: string }>(insert, [...columnsOf(values, width + 4), keyLifetime]);
      const made = new Set(rows.map(({ id }) => id));
      return items.map(({ invoice }) => made.has(invoice.id));
    },
    ({ invoice, claim }) => claim && `${invoice.accountId} ${claim.operation} ${claim.key}`,
  );
  const readKept = async ({ accountId, createdAt }: Invoice, claim: IdempotencyClaim): Promise<Creation | undefined> => {
    const values = [accountId, claim.operation, claim.key, createdAt - keyLifetime];
    const [kept] = await db.run<{ fingerprint: Buffer; response: Buffer }>(sql.selectKey, values);
    if (!kept) return undefined;
    return kept.fingerprint.equals(claim.fingerprint) ? { kind: 'replayed', response: kept.response } : { kind: 'reused' };
  };
  const create = async (invoice: Invoice, claim: IdempotencyClaim | undefined): Promise<Creation> => {
    for (let time = 0; time < claims; time++) {
      if (await save({ invoice, claim })) return { kind: 'created' };
      const kept = claim && (await readKept(invoice, claim));
      if (kept) return kept;
    }
    throw new StoreUnavailableError('The idempotency key is claimed and deleted again and again.');
  };
  const createOnce = (invoice: Invoice, claim: IdempotencyClaim | undefined) =>
    create(invoice, claim).catch((error): Creation => {
      if (takenIndexes.includes(violatedIndex(error) ?? '')) return { kind: 'taken' };
      throw error;
    });
  /** Creates an invoice again after an attempt that may have succeeded. If it did, the key and the id are already in use. */
  const createAgain = async (invoice: Invoice, claim: IdempotencyClaim | undefined): Promise<Creation> => {
    const creation = await createOnce(invoice, claim);
    if (creation.kind === 'created') return creation;
    const isSaved = (await db.run(sql.selectId, [invoice.id])).length === 1;
    return isSaved ? { kind: 'created' } : creation;
  };
  return {
    createInvoice: async (invoice, claim) => {
      const values = valuesOfInvoice(invoice);
      // Rejects NUL here, because PostgreSQL would reject the statement, and with it the other invoices of the batch.
      if (values.some((value) => typeof value === 'string' && value.includes('\0')))
        throw new Error('A text of the invoice holds NUL.');
      return askAgain((isAgain) => (isAgain ? createAgain : createOnce)(invoice, claim));
    },
  };
}

/** A first try is repeated only if it took at most this many ms. Otherwise the client would have to wait too long. */
const soon = 2_000;

/**
 * Runs work, and repeats it if its connection breaks during a change, because only the database knows whether the change was
 * made.
 * @param work must recognise, at the second try, a change made by the first one, and not make it again
 * @throws StoreUnavailableError if the second try fails as well; the error says that the change may have been made
 */
export async function askAgain<T>(work: (isAgain: boolean) => Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    return await work(false);
  } catch (error) {
    if (!(error instanceof StoreUnavailableError && error.mayBeDone) || performance.now() - begun > soon) throw error;
    return await work(true).catch((another) => {
      throw another instanceof StoreUnavailableError ? error : another;
    });
  }
}
