import type { AttemptRecord, ClaimedEvent, DeliveryStore } from '../store/delivery-store.ts';
import { type AttemptTools, attemptDelivery } from './attempt-delivery.ts';
import { createLanes, type DeliveryLimits } from './lanes.ts';

/** Work on the store is gathered for so many milliseconds: forty commits a second at most, however many deliveries, as each holds up the API. */
const GATHER = 25;
/** How often it looks for what other processes left or revived, and forgets old events, in milliseconds. */
const ROUND = 30_000;
/** Old events that one round forgets. */
const FORGET = 1_000;
/** How long to leave a store in peace that could not answer, in milliseconds. */
const PAUSE = 1_000;

/** What a dispatcher works with. */
export interface DispatcherSettings extends AttemptTools {
  readonly store: DeliveryStore;
  readonly limits: DeliveryLimits;
  /** For how long a claimed event is nobody else's, in milliseconds; at least twice the time of an attempt. */
  readonly lease: number;
}

/** Sends what is in the outbox. */
export interface Dispatcher {
  /** Looks for what is due now; to be called when the clock was moved. */
  wake(): void;
  /** Looks through the outbox for what other processes left or revived, as it does every half a minute. */
  look(): Promise<void>;
  /** Claims nothing more, lets attempts under way end for at most `graceMs`, and gives back what was not sent. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts to deliver. Each event is claimed with a lease, sent, and recorded: after a crash in between the lease ends and the event
 * is sent again, so that none is lost and some come twice. Sleeps until an event is committed or due.
 */
export function startDispatcher(settings: DispatcherSettings): Dispatcher {
  const { store, now, lease, logger } = settings;
  const lanes = createLanes(settings.limits);
  /** Attempts, by their events, until they are recorded: a clock that was moved may have ended the lease meanwhile. */
  const underWay = new Map<string, Promise<void>>();
  /** Events whose attempts we ended ourselves. */
  const unsent: string[] = [];
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
      Math.max(0, lastTurn + GATHER - performance.now()),
    );
  };
  const turn = async () => {
    soon = undefined;
    // Asked in one turn of the event loop: one commit does for both.
    await Promise.all([record(), claim()]);
    turning = undefined;
    lastTurn = performance.now();
    fill();
    if (!stopping) sleep();
  };
  const sleep = () => {
    clearTimeout(later);
    const wait = lanes.nextAt() - now();
    if (records.length > 0 || wait <= 0) return poke();
    // A timer's own limit is 24 days, and the clock may be a test's that stands still.
    later = setTimeout(poke, Math.min(wait, ROUND)).unref();
  };

  const record = async () => {
    const batch = records;
    if (batch.length === 0) return;
    records = [];
    try {
      await store.recordAttempts(batch, now());
      for (const { event, decision } of batch) if (decision.kind === 'retry') lanes.expect(event.host, decision.at);
    } catch (error) {
      logger.error({ err: error, attempts: batch.length }, 'callback attempts could not be recorded and will be repeated');
      for (const { event } of batch) lanes.expect(event.host, event.leaseEnd);
    }
    for (const { event } of batch) underWay.delete(event.id);
  };
  const claim = async () => {
    const shares = stopping ? [] : lanes.wanted(now());
    if (shares.length === 0) return;
    try {
      const { events, hosts } = await store.claimEvents(shares, now(), now() + lease);
      lanes.claimed(events, hosts);
    } catch (error) {
      logger.error({ err: error }, 'callbacks could not be claimed');
      for (const { host } of shares) lanes.expect(host, now() + PAUSE);
    }
  };

  const fill = () => {
    if (stopping) return;
    for (let event = lanes.take(); event; event = lanes.take()) start(event);
  };
  const start = (event: ClaimedEvent) => {
    // It waited too long behind slow ones, and might be sent by two. Or the clock was moved, and it is being sent.
    if (event.leaseEnd - now() < lease / 2 || underWay.has(event.id)) {
      lanes.done(event.host);
      lanes.expect(event.host, event.leaseEnd);
      return;
    }
    const attempt = attemptDelivery(event, settings, () => cut).then((decision) => {
      lanes.done(event.host);
      // The store settles those that wait; they must not be sent meanwhile.
      if (decision?.kind === 'gone') lanes.drop(event.invoiceId);
      if (decision) records.push({ event, decision });
      else {
        underWay.delete(event.id);
        unsent.push(event.id);
      }
      fill();
      poke();
    });
    underWay.set(event.id, attempt);
  };

  const round = async () => {
    try {
      for (const { host, nextAt } of await store.listDueHosts()) lanes.expect(host, nextAt);
      sleep();
      await store.forgetEvents(now(), FORGET);
    } catch (error) {
      logger.error({ err: error }, 'the outbox could not be read');
    }
  };
  const rounds = setInterval(round, ROUND).unref();
  store.onEvent((host) => {
    lanes.expect(host, now());
    poke();
  });
  round();

  return {
    wake: poke,
    look: round,
    stop: async (graceMs) => {
      stopping = true;
      clearInterval(rounds);
      clearTimeout(soon);
      clearTimeout(later);
      await turning;
      const waiting = lanes.drop().map(({ id }) => id);
      let grace: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        grace = setTimeout(resolve, graceMs);
      });
      await Promise.race([Promise.all(underWay.values()), patience]);
      clearTimeout(grace);
      cut = true;
      await settings.sender.close();
      await Promise.all(underWay.values());
      await record();
      await store.releaseEvents([...waiting, ...unsent], now()).catch((error) => logger.error({ err: error }, 'leases stay'));
    },
  };
}
