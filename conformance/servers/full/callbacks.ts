import { createHmac, randomUUID } from 'node:crypto';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { readFacts } from './facts.ts';
import type { Delivery, Invoice, Memory } from './memory.ts';

const pauses = [0, ...readFacts().delays].map((seconds) => seconds * 1000);

/** The longest pause, in milliseconds, that ends by itself. A longer one ends only when the adapter moves the clock. */
const longestReal = 10_000;

/** A receiver's response to an attempt. The status is 0 if there was no response. */
export interface Received {
  status: number;
  retryAfter: string | undefined;
  location: string | undefined;
  /** The value of the response's Content-Length header. */
  length: string | undefined;
}

/** The steps of sending a callback. A fault replaces one or more of them. */
export const callbacks = {
  event: (invoice: Invoice, sequence: number, time: number): Record<string, unknown> => ({
    type: `invoice.${String(invoice.shown.status).toLowerCase()}`,
    timestamp: new Date(time).toISOString(),
    sequence,
    data: invoice.shown,
    ...invoice.facts.added.event,
  }),
  /** Builds the request of one attempt. @param signedAt the Unix time in milliseconds for its timestamp header */
  attempt(delivery: Delivery, now: number, signedAt = now): { method: string; headers: Record<string, string>; body: string } {
    const seconds = String(Math.floor(signedAt / 1000));
    const signatures = delivery.invoice.account.secrets
      .filter((_, at) => at === 0 || now < (delivery.invoice.account.rotatedAt?.[at - 1] ?? 0) + 86_400_000)
      .map((secret) => {
        const code = createHmac('sha256', secret).update(`${delivery.id}.${seconds}.${delivery.body}`).digest('base64');
        return `v1,${code}`;
      });
    return {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'webhook-id': delivery.id,
        'webhook-timestamp': seconds,
        'webhook-signature': signatures.join(' '),
        ...(delivery.invoice.facts.added.eventHeaders as Record<string, string>),
      },
      body: delivery.body,
    };
  },
  /** Delays an attempt. Faults use this; a correct server does not wait. */
  leave: async (): Promise<void> => undefined,
  /** Milliseconds after which an attempt without a response is abandoned. */
  patience: 1000 * readFacts().timeout,
  /** Starts the timeout of an attempt. When the time is up, calls `end`, which abandons the attempt. */
  measure(sent: ClientRequest, patience: number, end: () => void): void {
    const timer = setTimeout(end, patience).unref();
    sent.once('close', () => clearTimeout(timer));
  },
  /**
   * Resolves once enough of the response body has arrived for the attempt to end. By default the status and headers are enough.
   */
  receive: async (_response: IncomingMessage): Promise<void> => undefined,
  /** Returns true if the server may call the host of this URL. */
  mayCall: (url: URL, _delivery: Delivery): boolean => ['127.0.0.1', 'localhost'].includes(url.hostname),
  /** Returns the path and query to request, exactly as the client wrote them, unless a fault has changed the parsed URL. */
  target(url: URL, given: string, _delivery: Delivery): string {
    const target = ({ pathname, search }: URL): string => pathname + search;
    if (target(url) !== target(new URL(given))) return target(url);
    return given.replace(/^[^:]+:\/\/[^/?#]*/, '').replace(/^(?!\/)/, '/');
  },
  /** Returns the milliseconds until the next attempt. Returns undefined if there is to be none. */
  next(delivery: Delivery, { status, retryAfter }: Received, now = Date.now()): number | undefined {
    if (status >= 200 && status < 300) return undefined;
    if (status === 410) {
      delivery.invoice.gone = true;
      return undefined;
    }
    const asked = /^\d+$/.test(retryAfter ?? '0') ? Number(retryAfter ?? 0) * 1000 : Date.parse(retryAfter ?? '') - now;
    const pause = pauses[delivery.attempt];
    return pause === undefined ? undefined : Math.max(pause, Math.min(asked || 0, 86_400_000));
  },
};

export type Callbacks = typeof callbacks;

/** Queues an event about the invoice's current state, and starts to deliver all events that are due. */
export function tell(steps: Callbacks, invoice: Invoice, memory: Memory): void {
  if (invoice.callbackUrl === undefined) return;
  const body = JSON.stringify(steps.event(invoice, ++invoice.events, memory.now()));
  memory.deliveries.push({ id: `evt_${randomUUID()}`, invoice, body, attempt: 0, dueAt: memory.now(), done: false });
  void deliver(steps, memory);
}

/** Makes every attempt that is due, and waits for the responses. */
export async function deliver(steps: Callbacks, memory: Memory): Promise<void> {
  const due = memory.deliveries.filter(({ done, dueAt }) => !done && dueAt <= memory.now());
  await Promise.all(
    due.map(async (delivery) => {
      delivery.dueAt = Number.POSITIVE_INFINITY;
      delivery.attempt++;
      const given = delivery.invoice.callbackUrl ?? '';
      const url = new URL(given);
      if (delivery.invoice.gone || !steps.mayCall(url, delivery) || url.protocol !== 'http:') {
        delivery.done = true;
        return;
      }
      await steps.leave();
      const path = steps.target(url, given, delivery);
      const received = await call(url, path, steps.attempt(delivery, memory.now()), steps);
      const pause = steps.next(delivery, received, memory.now());
      if (pause === undefined) delivery.done = true;
      else {
        delivery.dueAt = memory.now() + pause;
        if (pause <= longestReal) setTimeout(() => void deliver(steps, memory), pause + 20).unref();
      }
    }),
  );
  if (memory.deliveries.some(({ done, dueAt }) => !done && dueAt <= memory.now())) await deliver(steps, memory);
}

/** Sends one request. Resolves every host name to this machine. */
function call(
  url: URL,
  path: string,
  { method, headers, body }: ReturnType<Callbacks['attempt']>,
  steps: Callbacks,
): Promise<Received> {
  return new Promise((resolve) => {
    const fail = (): void => resolve({ status: 0, retryAfter: undefined, location: undefined, length: undefined });
    const sent = request(url, { method, headers, path, hostname: '127.0.0.1', agent: false }, async (response) => {
      response.on('error', fail).resume();
      await steps.receive(response);
      const { location, 'retry-after': retryAfter, 'content-length': length } = response.headers;
      resolve({ status: response.statusCode ?? 0, retryAfter, location, length });
    });
    steps.measure(sent, steps.patience, () => sent.destroy(new Error('too late')));
    sent.on('error', fail);
    sent.end(body);
  });
}
