import { createEventDescriber } from '../callbacks/describe-event.ts';
import { type ClaimedEvent, type DeliveryDecision, eventLifetimes } from '../callbacks/outbox.ts';
import { type IdempotencyClaim, keyLifetime } from '../idempotency/idempotency-key.ts';
import type { RandomBytes } from '../ids/make-id.ts';
import type { ReceiptKey } from '../invoices/services.ts';
import { expireIfDue } from '../lifecycle/decide-receipt.ts';
import type { Invoice } from '../lifecycle/invoice.ts';
import type { RecordedReceipt } from '../lifecycle/receipt.ts';
import type { PaymentStore } from '../payments/start-payments.ts';
import type { FoundToken } from '../tokens/authenticate.ts';

type KeptEvent = Omit<ClaimedEvent, 'leaseEnd'> & {
  nextAt: number;
  outcome: DeliveryDecision['kind'] | undefined;
  settledAt: number;
};

/**
 * Makes a store in the memory of this process, for tests and as an example. Nothing is deleted before the process ends. Each
 * method works within one turn of the event loop, so that no other method can run in between.
 */
export function createMemoryStore(randomBytes: RandomBytes, baseUrl: () => string): PaymentStore {
  const describeEvent = createEventDescriber(randomBytes, baseUrl);
  const tokens = new Map<string, FoundToken>();
  const secrets: { id: string; accountId: string; sealed: Uint8Array; endsAt: number }[] = [];
  const invoices = new Map<string, Invoice>();
  const receipts: (RecordedReceipt & { hash: Buffer; receiptId: string | undefined })[] = [];
  const keys = new Map<string, IdempotencyClaim & { createdAt: number }>();
  const events: KeptEvent[] = [];
  let tell: (host: string) => void = () => undefined;

  const save = (invoice: Invoice, now: number): Invoice => {
    const { id: invoiceId, accountId, callbackUrl: url } = invoice;
    invoices.set(invoiceId, invoice);
    if (url === null) return invoice;
    const { host } = new URL(url);
    const waiting = { attempts: 0, nextAt: now, outcome: undefined, settledAt: 0 };
    events.push({ ...describeEvent(invoice, now), invoiceId, accountId, host, url, ...waiting });
    // Calls the listeners after the method has ended. A store with a database calls them after the commit.
    queueMicrotask(() => tell(host));
    return invoice;
  };
  const read = (accountId: string | undefined, invoiceId: string, now: number): Invoice | undefined => {
    const invoice = invoices.get(invoiceId);
    if (!invoice || (accountId !== undefined && invoice.accountId !== accountId)) return undefined;
    const settled = expireIfDue(invoice, now);
    return settled === invoice ? invoice : save(settled, now);
  };
  const factsOf = (invoice: Invoice, { hash, receiptId }: ReceiptKey) => ({
    invoice,
    sameText: receipts.find((receipt) => receipt.hash.equals(hash)),
    sameId: receiptId === undefined ? undefined : receipts.find((receipt) => receipt.receiptId === receiptId),
  });
  const waitingFor = (host: string) => events.filter((event) => event.host === host && event.outcome === undefined);
  const dueOf = (host: string) => Math.min(...waitingFor(host).map(({ nextAt }) => nextAt));

  return {
    findToken: async (hash) => tokens.get(Buffer.from(hash).toString('hex')),
    saveToken: async (token) => void tokens.set(Buffer.from(token.hash).toString('hex'), token),
    readSecrets: async (accountId, now) =>
      secrets.filter((secret) => secret.accountId === accountId && secret.endsAt > now).toReversed(),
    rotateSecret: async (accountId, { id, sealed }, now, overlap) => {
      for (const one of secrets)
        if (one.accountId === accountId && one.endsAt === Number.POSITIVE_INFINITY) one.endsAt = now + overlap;
      secrets.push({ id, accountId, sealed, endsAt: Number.POSITIVE_INFINITY });
    },
    createInvoice: async (invoice, claim) => {
      const { accountId, createdAt } = invoice;
      const place = JSON.stringify([accountId, claim?.operation, claim?.key]);
      const kept = claim && keys.get(place);
      if (kept && kept.createdAt > createdAt - keyLifetime)
        return kept.fingerprint.equals(claim.fingerprint) ? { kind: 'replayed', response: kept.response } : { kind: 'reused' };
      for (const { id, note } of invoices.values()) if (id === invoice.id || note === invoice.note) return { kind: 'taken' };
      invoices.set(invoice.id, invoice);
      if (claim) keys.set(place, { ...claim, createdAt });
      return { kind: 'created' };
    },
    readInvoice: async (accountId, invoiceId, now) => read(accountId, invoiceId, now),
    readReceiptFacts: async (accountId, invoiceId, key, now) => {
      const invoice = read(accountId, invoiceId, now);
      return invoice && factsOf(invoice, key);
    },
    applyReceipt: async (accountId, invoiceId, key, _record, now, decide) => {
      const invoice = read(accountId, invoiceId, now);
      if (!invoice) return undefined;
      const decision = decide(factsOf(invoice, key));
      if (decision.kind !== 'changed') return { decision, invoice };
      receipts.push({ ...key, invoiceId, accountId });
      return { decision, invoice: save(decision.invoice, now) };
    },
    expireDue: async (now, limit) => {
      const due = [...invoices.values()].filter((invoice) => expireIfDue(invoice, now) !== invoice).slice(0, limit);
      for (const { id } of due) read(undefined, id, now);
      return due.length;
    },
    forgetKeys: async (now, limit) => {
      const old = [...keys].filter(([, { createdAt }]) => createdAt <= now - keyLifetime).slice(0, limit);
      for (const [place] of old) keys.delete(place);
      return old.length;
    },
    onEvent: (listener) => (tell = listener),
    claimEvents: async (shares, now, leaseEnd) => {
      // A receiver that has responded with 410 wants no more events of the same invoice.
      const gone = new Set(events.filter(({ outcome }) => outcome === 'gone').map(({ invoiceId }) => invoiceId));
      for (const event of events)
        if (event.outcome === undefined && gone.has(event.invoiceId)) Object.assign(event, { outcome: 'gone', settledAt: now });
      const isDue = ({ nextAt }: { nextAt: number }) => nextAt <= now;
      const claimed = shares.flatMap(({ host, limit }) => waitingFor(host).filter(isDue).slice(0, limit));
      for (const event of claimed) event.nextAt = leaseEnd;
      const hosts = shares.map(({ host }) => ({ host, nextAt: dueOf(host) }));
      return { events: claimed.map((event) => ({ ...event, body: Buffer.from(event.body), leaseEnd })), hosts };
    },
    recordAttempts: async (records, now) => {
      for (const { event: attempted, decision } of records) {
        for (const event of events) {
          const isMeant = event.id === attempted.id || (decision.kind === 'gone' && event.invoiceId === attempted.invoiceId);
          if (!isMeant || event.outcome !== undefined || (event.id === attempted.id && event.attempts !== attempted.attempts))
            continue;
          if (decision.kind === 'retry') Object.assign(event, { nextAt: decision.at, attempts: event.attempts + 1 });
          else Object.assign(event, { outcome: decision.kind, settledAt: now });
        }
      }
    },
    releaseEvents: async (released, now) => {
      for (const { id, leaseEnd } of released)
        for (const event of events) if (event.id === id && event.nextAt === leaseEnd) event.nextAt = now;
    },
    listDueHosts: async () =>
      [...new Set(events.map(({ host }) => host))]
        .map((host) => ({ host, nextAt: dueOf(host) }))
        .filter(({ nextAt }) => nextAt < 9e15),
    forgetEvents: async (now, limit) => {
      const isOld = ({ outcome, settledAt }: KeptEvent) =>
        outcome !== undefined && outcome !== 'retry' && settledAt <= now - eventLifetimes[outcome];
      const old = events.filter(isOld).slice(0, limit);
      for (const event of old) events.splice(events.indexOf(event), 1);
      return old.length;
    },
  };
}
