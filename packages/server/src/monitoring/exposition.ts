import type { DeliveryDecision } from '@payment-invoice/kit/callbacks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Store } from '../store/store.ts';

/** A response, as the metrics count it. */
export interface CountedResponse {
  operation: string;
  status: number;
  /** How long the request took, in seconds. */
  seconds: number;
}

/** An attempt to deliver a callback, as the metrics count it. */
export interface CountedAttempt {
  outcome: DeliveryDecision['kind'];
  /** How long the attempt took, until the receiver responded or the attempt was aborted, in seconds. */
  seconds: number;
}

/** The metrics in the text format of Prometheus. */
export interface Exposition {
  addResponse(response: CountedResponse): void;
  addAttempt(attempt: CountedAttempt): void;
  /** Renders all metrics, including the counts that the store provides. */
  render(): Promise<{ type: string; text: string }>;
}

/** The note on metrics from the shared database. A sum over all servers would count the same rows several times. */
const ofDatabase = 'Read from the database, so each of its servers reports the same: take the maximum, not the sum.';

export function createExposition(store: Pick<Store, 'count' | 'serverCount'>): Exposition {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'payment_invoice_requests_total',
    help: 'Responses, by operation (other: pages and unknown paths; unread: unreadable requests) and status.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'payment_invoice_request_seconds',
    help: 'Time from a request to its response, by operation.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const invoices = new Gauge({
    name: 'payment_invoice_invoices',
    help: `Invoices, by status. An invoice whose time is over counts as open until it is next read. ${ofDatabase}`,
    labelNames: ['status'],
    registers,
  });
  const outbox = new Gauge({
    name: 'payment_invoice_outbox_events',
    help: `Events whose delivery is not settled. ${ofDatabase}`,
    registers,
  });
  const disabled = new Gauge({
    name: 'payment_invoice_disabled_endpoints',
    help: `Receivers of callbacks that failed for days, so that each event is sent only once. ${ofDatabase}`,
    registers,
  });
  const servers = new Gauge({
    name: 'payment_invoice_servers',
    help: `Servers that are running on the database; one that was killed counts for half a minute. ${ofDatabase}`,
    registers,
  });
  const attempts = new Counter({
    name: 'payment_invoice_callback_attempts_total',
    help: 'Attempts to deliver a callback, by outcome: delivered, retry, dead, or gone if the receiver wants no more.',
    labelNames: ['outcome'],
    registers,
  });
  const attemptDurations = new Histogram({
    name: 'payment_invoice_callback_attempt_seconds',
    help: 'Time from the beginning to the end of an attempt to deliver a callback.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  });
  return {
    addResponse({ operation, status, seconds }) {
      requests.inc({ operation, status });
      if (operation !== 'unread') durations.observe({ operation }, seconds);
    },
    addAttempt({ outcome, seconds }) {
      attempts.inc({ outcome });
      attemptDurations.observe(seconds);
    },
    async render() {
      const counts = await store.count();
      for (const [status, count] of Object.entries(counts.invoices)) invoices.set({ status }, count);
      outbox.set(counts.outbox);
      disabled.set(counts.disabledEndpoints);
      servers.set(store.serverCount());
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}
