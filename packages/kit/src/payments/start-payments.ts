import { randomBytes } from 'node:crypto';
import { type Api, createApi, ProblemError } from '@payment-invoice/stubs';
import { createOpenSecrets, makeSecret, type SecretStore, sealSecret, secretOverlap } from '../callbacks/callback-secret.ts';
import type { DeliveryLimits } from '../callbacks/create-callback-queue.ts';
import type { Outbox } from '../callbacks/outbox.ts';
import { startCallbacks } from '../callbacks/start-callbacks.ts';
import type { Dispatcher } from '../callbacks/start-dispatcher.ts';
import { makeId } from '../ids/make-id.ts';
import { createHandlers } from '../invoices/create-handlers.ts';
import { examineCreate } from '../invoices/create-payment.ts';
import type { InvoiceStore, Services } from '../invoices/services.ts';
import { createSweeper, type Sweeper } from '../invoices/sweeper.ts';
import type { Log } from '../log.ts';
import { countInMemory, type MakeCounter } from '../rates/counter.ts';
import { contractLimits, type RateLimits } from '../rates/rate-limits.ts';
import type { ReceiptVerifier } from '../receipts/receipt-verifier.ts';
import {
  allScopes,
  createFindPrincipal,
  type FoundToken,
  hashToken,
  type Mode,
  makeToken,
  type Principal,
} from '../tokens/authenticate.ts';
import { createGuard, type Guard } from '../tokens/create-guard.ts';

/** The dependencies that a server must pass to the kit. */
export interface PaymentParts extends Pick<Services, 'cashTagPattern' | 'invoiceLifetime' | 'verifierTime'> {
  store: PaymentStore;
  /** Returns true if an error means that the store is unavailable. The response is then a 503 instead of a 500. */
  isStorageError?: (error: unknown) => boolean;
  verifier: ReceiptVerifier;
  /** The mode. `test` makes a sandbox: its URLs may use http and point to this machine, and its tokens begin with `pi_test_`. */
  mode: Mode;
  /** The key that seals the callback secrets: 32 bytes, kept outside of the store. */
  callbackKey: Buffer;
  /** Returns the server's absolute URL, without a final slash. */
  publicBaseUrl: () => string;
  /** The log; the console by default. */
  log?: Log;
  /** Returns the current time in milliseconds since 1970; the machine's time by default. */
  now?: () => number;
  /** Authenticates requests and checks their scopes and rates. By default it uses the store's tokens and `limits`. */
  guard?: Guard;
  /** The rate limits; the contract's by default. 0 means no limit. */
  limits?: RateLimits;
  /** Makes the counters of the rate limits; in memory by default. Servers that share limits need a shared store. */
  makeCounter?: MakeCounter;
  /** The limits on simultaneous attempts to deliver callbacks. */
  callbackLimits?: DeliveryLimits;
}

/** The properties of a new token. */
export interface TokenWish {
  /** The token's scopes; all by default. */
  scopes?: Principal['scopes'];
  /** The time at which the token expires, in milliseconds since 1970. By default it never does. */
  expiresAt?: number;
}

/** A server without HTTP. To serve `api`, use one of the adapters of the stubs. */
export interface Payments {
  api: Api;
  sweeper: Sweeper;
  dispatcher: Dispatcher;
  /** Makes a token for an account and returns it. It cannot be retrieved later, because the store keeps only its hash. */
  addToken(accountId: string, wish?: TokenWish): Promise<string>;
  /** Revokes a token. The next request with it is refused. */
  revokeToken(token: string): Promise<void>;
  /** Makes and returns a secret that signs an account's callbacks. The previous secret still signs them for a day. */
  renewSecret(accountId: string): Promise<string>;
  /** Stops the sweeper and the callbacks. Waits at most `graceMs` milliseconds for attempts under way. */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Connects the modules of the kit, and starts the two that run in the background: the sweeper and the callbacks. The reference
 * server does not use this function; it connects the modules itself.
 */
export async function startPayments(parts: PaymentParts): Promise<Payments> {
  const { store, verifier, mode, callbackKey, publicBaseUrl } = parts;
  const { isStorageError = () => false, log = console, now = Date.now } = parts;
  if (callbackKey.length !== 32) throw new Error(`callbackKey must be 32 bytes long, not ${callbackKey.length}.`);
  const isSandbox = mode === 'test';
  const { limits = contractLimits, makeCounter = countInMemory } = parts;
  const { guard = createGuard(createFindPrincipal(store, now, [mode]), limits, makeCounter) } = parts;
  const services: Services = { ...parts, store, verifier, guard, now, randomBytes, baseUrl: publicBaseUrl, isSandbox };
  const api = await createApi({
    handlers: createHandlers(services),
    authenticate: guard.authenticate,
    admit: guard.admit,
    examine: { createPayment: (input) => void examineCreate(services, input) },
    publicBaseUrl,
    onError: (error, requestId) => log.error({ requestId, err: error }, 'failed'),
    toProblem: (error) => (isStorageError(error) ? unavailable(error) : undefined),
  });
  const sweeper = createSweeper(store, now, log);
  const openSecrets = createOpenSecrets(store, callbackKey);
  const limited = parts.callbackLimits && { limits: parts.callbackLimits };
  const dispatcher = startCallbacks({ store, openSecrets, now, isSandbox, logger: log, ...limited });
  sweeper.start();
  return {
    api,
    sweeper,
    dispatcher,
    addToken: async (accountId, { scopes = allScopes, expiresAt } = {}) => {
      const token = makeToken(randomBytes, mode);
      const id = makeId('tok', now(), randomBytes);
      const lifetime = { expiresAt: expiresAt ?? null, revokedAt: null };
      await store.saveToken({ id, hash: hashToken(token), accountId, scopes, mode, ...lifetime });
      return token;
    },
    revokeToken: async (token) => {
      const found = await store.findToken(hashToken(token));
      if (found) await store.saveToken({ ...found, revokedAt: now() });
    },
    renewSecret: async (accountId) => {
      const secret = makeSecret(randomBytes);
      const sealed = sealSecret(secret, accountId, callbackKey, randomBytes);
      await store.rotateSecret(accountId, { id: makeId('sec', now(), randomBytes), sealed }, now(), secretOverlap);
      return secret;
    },
    stop: async (graceMs = 5_000) => {
      await sweeper.stop();
      await dispatcher.stop(graceMs);
    },
  };
}

function unavailable(cause: unknown): ProblemError {
  // The connection may have failed after the commit but before the database confirmed it.
  const detail =
    'The storage is unavailable, and the request may have taken effect. Send the same request again later, with the same Idempotency-Key if it is a create.';
  return new ProblemError('service_unavailable', detail, { headers: { 'Retry-After': '5' }, cause });
}

/**
 * Storage of everything that a server keeps. Each method is one transaction: when it resolves, its changes are on the disk, and
 * when it rejects, nothing was changed. Times are in milliseconds since 1970. `createMemoryStore` makes a store in memory, and
 * SERVER.md shows a store on SQLite.
 */
export interface PaymentStore extends InvoiceStore, Outbox, SecretStore {
  /** Finds a token by its SHA-256. */
  findToken(hash: Uint8Array): Promise<FoundToken | undefined>;
  /** Saves a new token, or overwrites the stored fields of an existing one. */
  saveToken(token: FoundToken): Promise<void>;
  /** Stores a secret as the account's newest. The previous one still signs callbacks until `now + overlap`. */
  rotateSecret(accountId: string, secret: { id: string; sealed: Uint8Array }, now: number, overlap: number): Promise<void>;
}
