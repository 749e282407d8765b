import { randomBytes } from 'node:crypto';
import {
  type CallbackSender,
  type ClaimedEvent,
  createCallbackQueue,
  createHttpSender,
  createOpenSecrets,
  type DeliveryLimits,
  type Dispatcher,
  type DispatcherSettings,
  makeSecret,
  sealSecret,
  startDispatcher,
} from '@payment-invoice/kit/callbacks';
import type { Invoice } from '@payment-invoice/kit/lifecycle';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { openTestStore, payCents, type StoreKind, sketchInvoice, startTime, type TestStore } from '../open-test-store.ts';

/** An outbox and its dispatcher, with a clock that only the test moves. */
export interface TestDelivery extends TestStore {
  clock: { now: number };
  key: Buffer;
  /** The callback secret of the account `acc_1`. */
  secret: string;
  log: Record<string, unknown>[];
  dispatcher: Dispatcher;
  /** Commits a new invoice with this callback URL, and then `changes` more changes, each a payment of a tenth of the amount. */
  change(callbackUrl: string, changes?: number): Promise<Invoice>;
  /** Commits a payment of another tenth of an invoice. */
  payPart(invoice: Invoice): Promise<void>;
  /** Reads the rows of the outbox, oldest first. */
  outbox(): Promise<OutboxRow[]>;
}

/** The columns of an event's row that tests read. */
export interface OutboxRow {
  id: string;
  attempts: number;
  outcome: string | null;
  reason: string | null;
  next_at: number;
}

/** The settings and services that a test may replace. */
export interface TestDeliverySettings extends Partial<Omit<DispatcherSettings, 'queue' | 'perHost'>> {
  kind?: StoreKind;
  sender?: CallbackSender;
  limits?: DeliveryLimits;
  /** Called with the claimed events. Delays the result of the claim until the promise resolves. */
  holdClaim?: (events: readonly ClaimedEvent[]) => Promise<void>;
  /** Called before attempts are recorded. Delays the recording until the promise resolves. */
  holdRecords?: () => Promise<void>;
}

/** Starts a dispatcher for a test. By default, it sends callbacks over HTTP and only to loopback addresses. */
export async function startDelivery(settings: TestDeliverySettings = {}): Promise<TestDelivery> {
  const {
    kind,
    holdClaim,
    holdRecords,
    sender = createHttpSender({ sandbox: true, totalTimeout: 15_000 }),
    limits = { total: 64, perHost: 4 },
  } = settings;
  const testStore = await openTestStore(kind);
  const { store } = testStore;
  const clock = { now: startTime };
  const [key, secret] = [randomBytes(32), makeSecret(randomBytes)];
  const sealed = sealSecret(secret, 'acc_1', key, randomBytes);
  await store.rotateSecret('acc_1', { id: 'sec_1', sealed, createdAt: startTime }, 0);
  const log: Record<string, unknown>[] = [];
  const claimEvents: typeof store.claimEvents = async (...args) => {
    const claim = await store.claimEvents(...args);
    await holdClaim?.(claim.events);
    return claim;
  };
  const recordAttempts: typeof store.recordAttempts = async (...args) => {
    await holdRecords?.();
    return store.recordAttempts(...args);
  };
  const dispatcher = startDispatcher({
    store: { ...store, claimEvents, recordAttempts },
    queue: createCallbackQueue(sender, limits),
    openSecrets: createOpenSecrets(store, key),
    now: () => clock.now,
    random: () => 0.5,
    perHost: limits.perHost,
    lease: 30_000,
    disableAfter: 5 * 86_400_000,
    logger: pino({ level: 'info' }, { write: (line) => void log.push(JSON.parse(line)) }),
    ...settings,
  });
  let stopped: Promise<void> | undefined;
  const stop = (graceMs: number) => (stopped ??= dispatcher.stop(graceMs));
  onTestFinished(() => stop(0));

  const payPart = async (invoice: Invoice) => void (await payCents(store, invoice, 100));
  return {
    ...testStore,
    clock,
    key,
    secret,
    log,
    dispatcher: { ...dispatcher, stop },
    payPart,
    change: async (callbackUrl, changes = 1) => {
      const invoice = sketchInvoice({ callbackUrl });
      await store.createInvoice(invoice);
      for (let i = 0; i < changes; i++) await payPart(invoice);
      return invoice;
    },
    outbox: () => testStore.query('SELECT * FROM outbox ORDER BY created_at, invoice_id, sequence'),
  };
}

/** Makes a sender whose attempts end only when the test calls their `end`. */
export function createPuppetSender() {
  const attempts: { url: string; id: string; end(status: number): void }[] = [];
  const sender: CallbackSender = {
    send: ({ url, id }) =>
      new Promise((resolve) => {
        attempts.push({ url, id, end: (status) => resolve({ kind: 'responded', status, retryAfter: undefined }) });
      }),
    close: async () => {
      for (const attempt of attempts) attempt.end(500);
    },
  };
  return { sender, attempts };
}
