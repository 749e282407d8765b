import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createEventDescriber } from '@payment-invoice/kit/callbacks';
import { startPayments } from '@payment-invoice/kit/payments';
import { createJwsVerifier, followKeySet } from '@payment-invoice/kit/receipts';
import { isStorageError } from './database.ts';
import { listen } from './listen.ts';
import { callbackKey, database, end, host, port, publicBaseUrl, receipts } from './settings.ts';
import { openStore } from './store.ts';

const keys = await (async () => followKeySet(receipts.keys, console))().catch(({ message }) => end(message));
const verifier = createJwsVerifier(keys, { issuer: receipts.issuer, audience: publicBaseUrl() });
const store = await openStore(database, createEventDescriber(randomBytes, publicBaseUrl)).catch((e) => end(`DATABASE: ${e}`));
const payments = await startPayments({ store, isStorageError, verifier, mode: 'live', callbackKey, publicBaseUrl });

// When started with the name of a new account, prints a token for it and a secret for its callbacks, each only once.
// A later start with the same name prints nothing.
const [account] = process.argv.slice(2);
const isNew = account && (await store.readSecrets(account, Date.now())).length === 0;
if (isNew) console.log({ token: await payments.addToken(account), callbackSecret: await payments.renewSecret(account) });

const server = await listen(payments.api, port, host, publicBaseUrl).catch((e) => end(`PORT or HOST: ${e.message}`));
console.log(`Listening on http://${host}:${(server.address() as AddressInfo).port}`);

// Finishes the requests and callbacks in progress. All other callbacks stay in the database until the next start.
process.once('SIGTERM', () => server.close(() => payments.stop().then(store.close)));
