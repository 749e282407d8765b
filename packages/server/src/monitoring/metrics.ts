import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DeliveryDecision } from '../callbacks/decide-delivery.ts';
import type { Store } from '../store/store.ts';

/** The counters of a server, in the text format of Prometheus. */
export interface Metrics {
  /** Counts a response; `operation` is an operationId or a name of our own, `seconds` the time that it took. */
  count(operation: string, status: number, seconds: number): void;
  /** Counts an attempt to call back; `seconds` is the time until the receiver responded or the attempt ended. */
  countAttempt(outcome: DeliveryDecision['kind'], seconds: number): void;
  /** Asks the store for its counts too. */
  render(): Promise<{ type: string; text: string }>;
}

/** Said of what each server finds in the database: a sum over servers would count it several times. */
const ofDatabase = 'Of the database, so the same from each of its servers: take the greatest, not the sum.';

/**
 * The most responses that wait to be counted. Each by itself would find prom-client's code and tables out of the processor's caches,
 * which takes several times as long.
 */
const mostUncounted = 256;

/** Makes the metrics of one server. Labels come from a closed set: no request can add one. */
export function createMetrics(store: Pick<Store, 'count' | 'serverCount'>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'payment_invoice_requests_total',
    help: 'Responses, by operation (other: pages and unknown paths; unread: no readable request) and status.',
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
    help: `Invoices, by status. One whose time is over counts as open until it is next looked at. ${ofDatabase}`,
    labelNames: ['status'],
    registers,
  });
  const outbox = new Gauge({
    name: 'payment_invoice_outbox_events',
    help: `Events whose delivery is not over. ${ofDatabase}`,
    registers,
  });
  const disabled = new Gauge({
    name: 'payment_invoice_disabled_endpoints',
    help: `Receivers of callbacks that failed for days, so that each event is attempted once only. ${ofDatabase}`,
    registers,
  });
  const servers = new Gauge({
    name: 'payment_invoice_servers',
    help: `Servers that are running on the database; one that was killed counts for half a minute. ${ofDatabase}`,
    registers,
  });
  const attempts = new Counter({
    name: 'payment_invoice_callback_attempts_total',
    help: 'Attempts to call back, by what followed: delivered, retry, dead, or gone, when the receiver wants no more.',
    labelNames: ['outcome'],
    registers,
  });
  const attemptDurations = new Histogram({
    name: 'payment_invoice_callback_attempt_seconds',
    help: 'Time from the beginning of an attempt to call back to its end.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  });
  let uncounted: { operation: string; status: number; seconds: number }[] = [];
  const countAll = () => {
    for (const { operation, status, seconds } of uncounted) {
      requests.inc({ operation, status });
      if (operation !== 'unread') durations.observe({ operation }, seconds);
    }
    uncounted = [];
  };
  return {
    count(operation, status, seconds) {
      uncounted.push({ operation, status, seconds });
      if (uncounted.length === mostUncounted) countAll();
    },
    countAttempt(outcome, seconds) {
      attempts.inc({ outcome });
      attemptDurations.observe(seconds);
    },
    async render() {
      countAll();
      const counts = await store.count();
      for (const [status, count] of Object.entries(counts.invoices)) invoices.set({ status }, count);
      outbox.set(counts.outbox);
      disabled.set(counts.disabledEndpoints);
      servers.set(store.serverCount());
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}
