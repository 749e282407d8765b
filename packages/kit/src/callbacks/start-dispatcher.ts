import { type AttemptTools, attemptDelivery } from './attempt-delivery.ts';
import { createHostShares } from './host-shares.ts';
import type { AttemptRecord, ClaimedEvent, Outbox } from './outbox.ts';

/**
 * The milliseconds for which work on the store is collected. They limit it to forty commits a second, because each
 * commit delays the API.
 */
const gather = 25;
/**
 * The milliseconds between two searches for events that other processes left or revived, and for old events to delete.
 * Servers that share a database search more often, because one of them may have died.
 */
const roundInterval = { alone: 30_000, shared: 5_000 } as const;
/** The number of old events that are deleted in a transaction. */
const forget = 1_000;
/** The milliseconds until the store is asked again after it was unavailable. */
const pause = 1_000;

export interface DispatcherSettings extends AttemptTools {
  store: Outbox;
  /** The number of attempts to one host that all servers together may make at once. A few more events are claimed in advance. */
  perHost: number;
  /** The milliseconds for which a claimed event belongs to this process: at least twice the time of an attempt. */
  lease: number;
}

/** Sends the events of the outbox. */
export interface Dispatcher {
  /** Looks for events that are due now. Must be called after the clock was moved. */
  wake(): void;
  /**
   * Searches the outbox now for events that another process abandoned or revived. The dispatcher also does this at regular
   * intervals.
   */
  look(): Promise<void>;
  /**
   * Claims no more events, waits at most `graceMs` milliseconds for attempts under way, and releases the events that
   * were not sent.
   */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts to deliver events. Each event is claimed with a lease, sent and recorded. If the process crashes in between,
 * the lease ends and the event is sent again: none is lost, and some arrive twice. The dispatcher sleeps until an event
 * is committed or due.
 */
export function startDispatcher(settings: DispatcherSettings): Dispatcher {
  const { store, now, lease, logger } = settings;
  /** Returns this server's share of the attempts to a host, which is at least one. */
  const perHost = () => Math.max(1, Math.floor(settings.perHost / (store.serverCount?.() ?? 1)));
  const shares = createHostShares(perHost);
  const interval = store.isShared ? roundInterval.shared : roundInterval.alone;
  /**
   * Claimed events whose attempts are not recorded yet, by id: moving the clock may end their leases early, and they
   * are then claimed again.
   */
  const underWay = new Map<string, Promise<void>>();
  /**
   * Invoices whose receiver wants no more events. They stay here until that is recorded and no earlier claim is under
   * way, because such a claim may still return their events.
   */
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
    soon ??= setTimeout(
      () => {
        turning = turn();
      },
      Math.max(0, lastTurn + gather - performance.now()),
    );
  };
  const turn = async () => {
    soon = undefined;
    const over = records.filter(({ decision }) => decision.kind === 'gone');
    // Calls all three in one turn of the event loop, so that they share a commit.
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
    // A timer can wait at most 24 days, and a test's clock may stand still.
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
      logger.error({ err: error, events: batch.length }, 'callbacks could not be given back and wait for the end of their lease');
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
      // The event is still being sent. It was claimed again because the clock was moved.
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
      // Deletes in pieces, because one transaction for all events that ended since the last round could delay the API.
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
      const patience = new Promise<void>((resolve) => {
        grace = setTimeout(resolve, graceMs);
      });
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
