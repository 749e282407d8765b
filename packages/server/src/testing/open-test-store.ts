import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { createEventDescriber } from '../callbacks/describe-event.ts';
import { createInvoice } from '../engine/create-invoice.ts';
import type { Invoice } from '../engine/invoice.ts';
import { openSqliteStore } from '../store/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { sampleRequest } from './sample-request.ts';
import { makeTestDirectory } from './start-test-server.ts';

/** The time at which the tests of the store begin, in milliseconds since 1970. */
export const startTime = Date.parse('2026-11-21T10:00:00.000Z');

/** A store of one test in a real file, with the accounts `acc_1` and `acc_2`. */
export interface TestStore {
  store: Store;
  file: string;
  /** Another connection to the file, as an operator's tool would have. */
  other: Database.Database;
}

/** Opens a store that is closed and removed when the test ends. */
export async function openTestStore(): Promise<TestStore> {
  const file = join(makeTestDirectory(), 'payments.db');
  const store = openSqliteStore(
    file,
    createEventDescriber(randomBytes, () => 'https://pay.example'),
  );
  const other = new Database(file);
  onTestFinished(() => {
    other.close();
    store.close();
  });
  for (const id of ['acc_1', 'acc_2']) await store.createAccount({ id, mode: 'test', name: null, createdAt: startTime });
  return { store, file, other };
}

/** Makes an invoice over 10.00, with a callback URL. */
export function sketchInvoice(change: Partial<Invoice> = {}): Invoice {
  const request = { ...sampleRequest, amount: 1000, callbackUrl: 'https://shop.example/cb' };
  return { ...createInvoice(request, startTime, randomBytes, 60_000), ...change };
}
