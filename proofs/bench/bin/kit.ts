/**
 * Runs the server that `init --full` writes, with its database in DATA_DIR. When it listens, prints the same JSON line as our
 * server with `--json`.
 */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createEventDescriber } from '@payment-invoice/kit/callbacks';
import { startPayments } from '@payment-invoice/kit/payments';
import { makeLimits } from '@payment-invoice/kit/rates';
import { isStorageError } from '../../../packages/kit/templates/database.ts';
import { listen } from '../../../packages/kit/templates/listen.ts';
import { openStore } from '../../../packages/kit/templates/store.ts';

const publicBaseUrl = () => 'https://pay.example';
const payments = await startPayments({
  store: await openStore(join(process.env.DATA_DIR ?? '.', 'payments.sqlite'), createEventDescriber(randomBytes, publicBaseUrl)),
  isStorageError,
  // Never called, because nobody pays in the measurements.
  verifier: { verify: async () => 'unavailable' },
  mode: 'live',
  callbackKey: randomBytes(32),
  publicBaseUrl,
  // A limit that is never reached: requests are counted but not refused, as in the measured configuration of our own server.
  limits: makeLimits(() => 1_000_000),
});
const server = await listen(payments.api, 0, '127.0.0.1', publicBaseUrl);
const { port } = server.address() as AddressInfo;
process.stdout.write(`${JSON.stringify({ baseUrl: `http://127.0.0.1:${port}`, token: await payments.addToken('acc_bench') })}\n`);
process.once('SIGTERM', () => process.exit());
