import { createClient } from '../client/create-client.ts';
import type { PaymentClient } from '../client/payment-client.ts';
import type { ClientOptions } from '../options/client-options.ts';
import { type FakeService, makeFakeService } from './fake-service.ts';
import { type HandClock, makeHandClock } from './make-hand-clock.ts';

/** A client that uses no network, and the parts that a test controls. */
export interface FakeClient {
  /** The real client, with its checks, errors and retries: pass it to the code that you test. */
  client: PaymentClient;
  /** The service behind it. */
  service: FakeService;
  /** The clock of client and service: waits take no time, and invoices expire when the test lets time pass. */
  clock: HandClock;
}

/** Makes a client over a fake service in the same process. `options` override those of the fake. */
export function createFakeClient(options: Partial<ClientOptions> = {}): FakeClient {
  const clock = makeHandClock();
  const service = makeFakeService({ date: clock.date });
  const fake = { baseUrl: 'http://payments.test', token: 'test_token', fetch: service.fetch, clock };
  return { client: createClient({ ...fake, ...options }), service, clock };
}
