import { sign, toBytes } from '../callbacks/verify-callback.ts';
import { buildEvent, type TestEvent } from './build-invoice.ts';

/** The settings of signTestEvent. */
export interface SignOptions {
  /** The header `webhook-id`; `evt_test` when absent. */
  id?: string | undefined;
  /** The time of signing, in milliseconds since 1970; now when absent. */
  at?: number | undefined;
}

/** A callback as the service would send it. */
export interface SignedEvent {
  body: string;
  headers: Record<'content-type' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;
}

/** Makes a callback for tests of your own receiver, signed with each of the secrets as the service would sign it. */
export async function signTestEvent(
  event: TestEvent,
  secret: string | readonly string[],
  { id = 'evt_test', at = Date.now() }: SignOptions = {},
): Promise<SignedEvent> {
  const body = JSON.stringify(buildEvent(event, at));
  const timestamp = String(Math.floor(at / 1000));
  const signatures = await Promise.all(
    [secret].flat().map(async (each) => `v1,${await sign(id, timestamp, toBytes(body), each)}`),
  );
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    },
  };
}
