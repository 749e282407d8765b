import { operationTable } from '@payment-invoice/generated';
import { createClient, type PaymentClient } from '../client/create-client.ts';
import type { ClientOptions, Fetch, FetchInit } from '../options/client-options.ts';
import type { Clock } from '../options/clock.ts';
import type { InvoiceEvent, OperationId, PaymentInvoice, RequestOf } from '../types.ts';
import { buildInvoice } from './build-invoice.ts';
import { FakeLedger, type FakePayment, type Refusal } from './fake-ledger.ts';
import { respondWith, type ScriptedResponse } from './respond-with.ts';

/** A request as the fake service received it. */
export interface SeenRequest {
  operation: OperationId | undefined;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: a test may read any field of the body
  body: any;
}

/** A service in the memory of the test's own process: invoices, receipts, idempotency, expiry, and scripted failures. */
export interface FakeService {
  /** The function to pass to createClient as the option `fetch`. */
  fetch: Fetch;
  /** Every request, in order. */
  requests: SeenRequest[];
  /** Every event that the service would have sent, in order. Sign an event with signTestEvent. */
  events: InvoiceEvent[];
  /**
   * Sets one response for each of the next requests, instead of the service's own responses. With `cut` the response is lost,
   * but the operation has taken effect. With `reset` and `never` the request is lost, and the operation has no effect.
   */
  script(...responses: ScriptedResponse[]): void;
  /** Pays outside of the API, as a payer does, and returns the web receipt to submit. */
  pay(invoiceId: string, payment?: FakePayment): string;
}

type Fields = Record<string, never>;

/** Makes a fake service. `date` returns its time, in milliseconds since 1970. */
export function makeFakeService({ date = () => Date.now() }: { date?: () => number } = {}): FakeService {
  const ledger = new FakeLedger(date);
  const requests: SeenRequest[] = [];
  const scripted: ScriptedResponse[] = [];
  const created = new Map<string, { body: string; response: ScriptedResponse }>();

  const handlers: { [Id in OperationId]?: (fields: RequestOf<Id>) => PaymentInvoice | Refusal } = {
    createPayment: (fields) => ledger.create(fields),
    submitReceipt: (fields) => ledger.submit(fields),
    fetchPayment: ({ invoiceId }) => ledger.fetch(invoiceId),
  };

  const handle = (operation: OperationId | undefined, body: string, { headers }: FetchInit): ScriptedResponse => {
    const handler = operation && handlers[operation];
    if (!handler)
      return respondWith.problem('not_found', { detail: 'The fake service does not have this operation: script its response.' });
    const key = headers['idempotency-key'];
    const stored = key === undefined ? undefined : created.get(key);
    if (stored) return stored.body === body ? stored.response : respondWith.problem('idempotency_key_reused');
    const result = handler(JSON.parse(body) as never);
    if ('refused' in result) return respondWith.problem(result.refused);
    const response = respondWith.invoice(result);
    if (key !== undefined) created.set(key, { body, response: respondWith.invoice(result, { 'idempotent-replayed': 'true' }) });
    return response;
  };

  return {
    requests,
    events: ledger.events,
    script: (...responses) => void scripted.push(...responses),
    pay: (invoiceId, payment) => ledger.pay(invoiceId, payment),
    fetch: async (url, init) => {
      const operation = findOperation(url);
      const text = init.body ?? '{}';
      const fields = JSON.parse(text);
      requests.push({ operation, headers: init.headers, body: fields });
      const script = scripted.shift();
      if (script === 'never') return waitForEnd(init.signal);
      if (script === 'reset') throw brokenOff();
      if (script === undefined || script === 'cut') return makeResponse(handle(operation, text, init), fields, script === 'cut');
      return makeResponse(script, fields, false);
    },
  };
}

function findOperation(url: string): OperationId | undefined {
  return (Object.keys(operationTable) as OperationId[]).find((id) => url.endsWith(operationTable[id].path));
}

function makeResponse(response: ScriptedResponse, sent: Fields & { invoiceId?: string }, isCut: boolean): Response {
  if (typeof response === 'string') throw new TypeError(`${response} is not a response.`);
  const { status, text, headers } =
    'text' in response ? response : { status: 200, ...response, text: writeInvoice(response.invoice, sent) };
  const type = 'text' in response ? {} : { 'content-type': 'application/json', 'x-request-id': 'req_test' };
  const half = new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode(text.slice(0, text.length / 2))),
    pull: (stream) => stream.error(brokenOff()),
  });
  return new Response(isCut ? half : text, { status, headers: { ...type, ...headers } });
}

function writeInvoice(wanted: Partial<PaymentInvoice>, sent: Fields & { invoiceId?: string }): string {
  const { cashTag, amount, isWhiteLabel, returnUrl, invoiceId } = sent;
  return JSON.stringify(
    buildInvoice({ id: invoiceId, cashTag, amount, isWhiteLabel, returnUrl, ...wanted } as Partial<PaymentInvoice>),
  );
}

function waitForEnd(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

function brokenOff(): Error {
  return new TypeError('fetch failed', {
    cause: Object.assign(new Error('The fake service hung up.'), { code: 'ECONNRESET' }),
  });
}

/** A client that sends its requests to a fake service, with that service and the clock of both. No request uses the network. */
export interface FakeClient {
  /** The real client, with its checks, errors and retries: pass it to the code that you test. */
  client: PaymentClient;
  /** The fake service that the client sends its requests to. */
  service: FakeService;
  /** The clock of both client and service. Waiting takes no time, and invoices expire when the test advances the clock. */
  clock: HandClock;
}

/** Makes a client whose requests go to a fake service in the same process. `options` override the defaults of this client. */
export function createFakeClient(options: Partial<ClientOptions> = {}): FakeClient {
  const clock = makeHandClock();
  const service = makeFakeService({ date: clock.date });
  const fake = { baseUrl: 'http://payments.test', token: 'test_token', fetch: service.fetch, clock };
  return { client: createClient({ ...fake, ...options }), service, clock };
}

/** A clock that only `sleep` and `advance` move, so that waits take no time. Its random number is always the same. */
export interface HandClock extends Clock {
  /** The requested length of each sleep, in milliseconds. */
  slept: number[];
  /** Returns the clock's time in milliseconds since 1970, for a fake service on this clock. */
  date(): number;
  /** Moves the clock forward by `ms` milliseconds. */
  advance(ms: number): void;
}

/** The settings of makeHandClock. */
export interface HandClockOptions {
  /** The date at which the clock starts; 2026-11-21T10:00:00Z when absent. */
  date?: string | undefined;
  /** The number that `random` always returns, at least 0 and less than 1; 0.5 when absent. */
  chance?: number | undefined;
  /** Called in each sleep, before it ends. */
  onSleep?: ((ms: number) => void) | undefined;
}

/** Makes a clock for createClient's option `clock`. */
export function makeHandClock({ date = '2026-11-21T10:00:00Z', chance = 0.5, onSleep }: HandClockOptions = {}): HandClock {
  const startedAt = Date.parse(date);
  const slept: number[] = [];
  let time = 0;
  const advance = (ms: number) => {
    time += ms;
  };
  return {
    slept,
    advance,
    now: () => time,
    date: () => startedAt + time,
    random: () => chance,
    sleep: async (ms) => {
      slept.push(ms);
      onSleep?.(ms);
      advance(ms);
    },
  };
}
