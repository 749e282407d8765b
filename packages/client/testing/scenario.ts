/** A scenario that every runtime must be able to run unchanged, with the packed client. */
import {
  AbortError,
  ConnectionError,
  createClient,
  type Fetch,
  NotFoundError,
  PaymentApiError,
  TimeoutError,
  toResult,
  UnexpectedResponseError,
  ValidationError,
} from '@payment-invoice/client';
import { CallbackError, verifyCallback } from '@payment-invoice/client/callbacks';
import { createRawClient } from '@payment-invoice/client/raw';
import { signTestEvent } from '@payment-invoice/client/testing';
import { exampleCreate as order } from '@payment-invoice/generated/examples';

/** Runs the scenario against its server, and returns the passed checks. `more` contains options for every client. */
export async function runScenario(baseUrl: string, more: { fetch?: Fetch } = {}): Promise<string[]> {
  const done: string[] = [];
  const check = (what: string, holds: boolean) => {
    if (!holds) throw new Error(`not here: ${what}`);
    done.push(what);
  };
  const client = createClient({ baseUrl, token: async () => 'scenario_token', ...more });
  const create = (cashTag: string, limits = {}) => client.createPayment({ ...order, cashTag, amount: '12.50' }, limits);
  const failure = async (call: Promise<unknown>) => (await toResult(call)).error;

  const first = await create('$plain');
  check('creates', first.amount === 12.5 && first.status === 'PENDING');
  check('sends again with the same key', (await create('$retry')).note === 'attempt 3');
  check('reads', (await client.fetchPayment({ invoiceId: 'inv_1' })).status === 'PAID');
  check('waits', (await client.waitForPayment('inv_1')).status === 'PAID');
  const missing = await failure(client.fetchPayment({ invoiceId: 'missing' }));
  check(
    'has a class for a refusal',
    missing instanceof NotFoundError && missing.code === 'invoice_not_found' && missing.requestId === 'req_1',
  );
  check(
    'gives a stalled call up',
    (await failure(create('$stall', { attemptTimeoutMs: 100, maxRetries: 0 }))) instanceof TimeoutError,
  );
  check('knows a web page', (await failure(create('$page', { maxRetries: 0 }))) instanceof UnexpectedResponseError);
  check('does not follow a redirect', (await failure(create('$redirect', { maxRetries: 0 }))) instanceof UnexpectedResponseError);
  const control = new AbortController();
  const aborted = failure(create('$stall', { signal: control.signal }));
  control.abort();
  check('ends with its signal', (await aborted) instanceof AbortError);
  const nowhere = createClient({ baseUrl: 'http://127.0.0.1:1', token: 'scenario_token', maxRetries: 0, ...more });
  check('tells that nobody is there', (await failure(nowhere.fetchPayment({ invoiceId: 'inv_1' }))) instanceof ConnectionError);
  const inexact = await failure(client.createPayment({ ...order, cashTag: '$plain', amount: 0.1 + 0.2 }));
  check('refuses an inexact amount', inexact instanceof ValidationError && inexact instanceof PaymentApiError);

  const byPath = await client.api.POST('/api/v1/payments/fetch', { body: { invoiceId: 'inv_1' } });
  check('sends by path', byPath.data?.status === 'PAID');
  const refused = await client.api.POST('/api/v1/payments/fetch', { body: { invoiceId: 'missing' } });
  check('gives a refusal by path', refused.data === undefined && refused.response.status === 404);
  const { data } = await createRawClient({ baseUrl, token: 'scenario_token', ...more }).POST('/api/v1/payments/fetch', {
    body: { invoiceId: 'inv_1' },
  });
  check('has the raw client', data?.status === 'PAID');

  const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
  const { body, headers } = await signTestEvent({ type: 'invoice.paid' }, secret);
  check('verifies a callback', (await verifyCallback(body, headers, [secret])).data.status === 'PAID');
  const forged: unknown = await verifyCallback(`${body} `, headers, secret).catch((error: unknown) => error);
  check('refuses a forged one', forged instanceof CallbackError && forged.code === 'bad_signature');
  return done;
}
