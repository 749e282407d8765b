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

// With a name of a new account it makes a token of it and a secret for its callbacks, each shown this once; a restart makes none.
const [account] = process.argv.slice(2);
const isNew = account && (await store.readSecrets(account, Date.now())).length === 0;
if (isNew) console.log({ token: await payments.addToken(account), callbackSecret: await payments.renewSecret(account) });

const server = await listen(payments.api, port, host, publicBaseUrl).catch((e) => end(`PORT or HOST: ${e.message}`));
console.log(`Listening on http://${host}:${(server.address() as AddressInfo).port}`);

// Requests and callbacks under way are finished; other callbacks wait in the database.
process.once('SIGTERM', () => server.close(() => payments.stop().then(store.close)));
