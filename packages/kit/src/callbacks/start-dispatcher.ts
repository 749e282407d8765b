import { type AttemptTools, attemptDelivery } from './attempt-delivery.ts';
import { createHostShares } from './host-shares.ts';
import type { AttemptRecord, ClaimedEvent, Outbox } from './outbox.ts';

/** The minimum time between two rounds of transactions, in milliseconds, because each commit delays the API. */
const gather = 25;
/** The time between two searches for abandoned and old events, in ms. Servers that share a database search more often. */
const roundInterval = { alone: 30_000, shared: 5_000 } as const;
/** The maximum number of old events to delete in one transaction. */
const forget = 1_000;
/** How long to wait, in milliseconds, before trying an unavailable store again. */
const pause = 1_000;

export interface DispatcherSettings extends AttemptTools {
  store: Outbox;
  /** The maximum number of simultaneous attempts to one host by all servers. A few more events are claimed in advance. */
  perHost: number;
  /** How long a claimed event belongs to this process, in milliseconds: at least twice as long as an attempt may take. */
  lease: number;
}

/** Sends the events of the outbox. */
export interface Dispatcher {
  /** Looks for events that are due now. Call it after moving the clock. */
  wake(): void;
  /** Searches the outbox immediately for events that another process abandoned or revived, without waiting for the next round. */
  look(): Promise<void>;
  /** Claims no more events, waits at most `graceMs` milliseconds for attempts under way, and releases unsent events. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts to deliver events. The dispatcher claims each event with a lease, sends it and records the attempt. If the process
 * crashes in between, the lease ends and the event is sent again. So no event is lost, but some arrive twice. The dispatcher
 * sleeps until an event is committed or due.
 */
export function startDispatcher(settings: DispatcherSettings): Dispatcher {
  const { store, now, lease, logger } = settings;
  /** Returns this server's share of the simultaneous attempts to a host, at least one. */
  const perHost = () => Math.max(1, Math.floor(settings.perHost / (store.serverCount?.() ?? 1)));
  const shares = createHostShares(perHost);
  const interval = store.isShared ? roundInterval.shared : roundInterval.alone;
  /** Claimed events whose attempts are not recorded yet, by id. Moving the clock past a lease may cause a second claim. */
  const underWay = new Map<string, Promise<void>>();
  /** Invoices whose receivers responded with 410. Each is removed when the 410 is recorded and earlier claims have ended. */
  const gone = new Set<string>();
  /** Claimed events that were not attempted and must be released. */
  let unsent: ClaimedEvent[] = [];
  let records: (AttemptRecord & { event: ClaimedEvent })[] = [];
  let turning: Promise<void> | undefined;
  let lastTurn = 0;
  let soon: NodeJS.Timeout | undefined;
  let later: NodeJS.Timeout | undefined;
  let stopping = false;
  let cut = false;

  const poke = () => {
    if (stopping || turning) return;
    soon ??= setTimeout(() => (turning = turn()), Math.max(0, lastTurn + gather - performance.now()));
  };
  const turn = async () => {
    soon = undefined;
    const over = records.filter(({ decision }) => decision.kind === 'gone');
    // Starts all three transactions in the same turn of the event loop, so that the store can commit them together.
    await Promise.all([record(), release(), claim()]);
    for (const { event } of over) gone.delete(event.invoiceId);
    turning = undefined;
    lastTurn = performance.now();
    if (!stopping) sleep();
  };
  const sleep = () => {
    clearTimeout(later);
    const wait = shares.nextAt() - now();
    if (records.length > 0 || unsent.length > 0 || wait <= 0) return poke();
    // Waits at most `interval`: no timer waits longer than about 24 days, and a test's clock may stand still.
    later = setTimeout(poke, Math.min(wait, interval)).unref();
  };

  const record = async () => {
    const batch = records;
    if (batch.length === 0) return;
    records = [];
    try {
      await store.recordAttempts(batch, now());
      for (const { event, decision } of batch) if (decision.kind === 'retry') shares.expect(event.host, decision.at);
    } catch (error) {
      logger.error({ err: error, attempts: batch.length }, 'callback attempts could not be recorded and will be repeated');
      for (const { event } of batch) shares.expect(event.host, event.leaseEnd);
    }
    for (const { event } of batch) underWay.delete(event.id);
  };
  const release = async () => {
    const batch = unsent;
    if (batch.length === 0) return;
    unsent = [];
    try {
      await store.releaseEvents(batch, now());
      for (const { host } of batch) shares.expect(host, now());
    } catch (error) {
      logger.error({ err: error, events: batch.length }, 'callbacks could not be released and wait until their lease ends');
      for (const { host, leaseEnd } of batch) shares.expect(host, leaseEnd);
    }
  };
  const claim = async () => {
    const wanted = stopping ? [] : shares.wanted(now());
    if (wanted.length === 0) return;
    try {
      const { events, hosts } = await store.claimEvents(wanted, now(), now() + lease);
      shares.claimed(events, hosts);
      for (const event of events) begin(event);
    } catch (error) {
      logger.error({ err: error }, 'callbacks could not be claimed');
      for (const { host } of wanted) shares.expect(host, now() + pause);
    }
  };

  const begin = (event: ClaimedEvent) => {
    if (gone.has(event.invoiceId)) {
      shares.done(event.host);
      unsent.push(event);
      return;
    }
    if (underWay.has(event.id)) {
      // The event is still being sent. It was claimed again because the clock was moved past the end of its lease.
      shares.done(event.host);
      shares.expect(event.host, event.leaseEnd);
      return;
    }
    const attempt = attemptDelivery(event, Date.now() + lease / 2, settings, () => cut).then((ended) => {
      shares.done(event.host);
      if (ended?.decision.kind === 'gone') gone.add(event.invoiceId);
      if (ended) records.push({ event, ...ended });
      else {
        underWay.delete(event.id);
        unsent.push(event);
      }
      poke();
    });
    underWay.set(event.id, attempt);
  };

  const round = async () => {
    settings.queue.limitHosts(perHost());
    try {
      for (const { host, nextAt } of await store.listDueHosts()) shares.expect(host, nextAt);
      sleep();
      // Deletes in batches: a single transaction for all old events could delay the API.
      while (!stopping && (await store.forgetEvents(now(), forget)) === forget);
    } catch (error) {
      logger.error({ err: error }, 'the outbox could not be read');
    }
  };
  const rounds = setInterval(round, interval).unref();
  store.onEvent((host) => {
    shares.expect(host, now());
    poke();
  });
  round();

  return {
    wake: poke,
    look: round,
    stop: async (graceMs) => {
      stopping = true;
      settings.queue.hold();
      clearInterval(rounds);
      clearTimeout(soon);
      clearTimeout(later);
      await turning;
      let grace: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => (grace = setTimeout(resolve, graceMs)));
      await Promise.race([Promise.all(underWay.values()), patience]);
      clearTimeout(grace);
      cut = true;
      await settings.queue.close();
      await Promise.all(underWay.values());
      await record();
      await release();
    },
  };
}
