import { randomBytes } from 'node:crypto';
import { type Api, createApi, ProblemError } from '@payment-invoice/stubs';
import { makeSecret, sealSecret, secretOverlap } from '../callbacks/callback-secret.ts';
import type { DeliveryLimits } from '../callbacks/create-callback-queue.ts';
import { createOpenSecrets } from '../callbacks/open-secrets.ts';
import { startCallbacks } from '../callbacks/start-callbacks.ts';
import type { Dispatcher } from '../callbacks/start-dispatcher.ts';
import { makeId } from '../ids/make-id.ts';
import { createPayment, examineCreate } from '../invoices/create-payment.ts';
import { fetchPayment } from '../invoices/fetch-payment.ts';
import type { Services } from '../invoices/services.ts';
import { submitReceipt } from '../invoices/submit-receipt.ts';
import { createSweeper, type Sweeper } from '../invoices/sweeper.ts';
import type { Log } from '../log.ts';
import { countInMemory, type MakeCounter } from '../rates/counter.ts';
import { contractLimits, type RateLimits } from '../rates/rate-limits.ts';
import type { ReceiptVerifier } from '../receipts/receipt-verifier.ts';
import { createFindPrincipal, type Principal } from '../tokens/authenticate.ts';
import { createGuard, type Guard } from '../tokens/create-guard.ts';
import { hashToken, type Mode, makeToken } from '../tokens/make-token.ts';
import { allScopes } from '../tokens/scopes.ts';
import type { PaymentStore } from './payment-store.ts';

/** The parts of a server that the kit cannot know. */
export interface PaymentParts extends Pick<Services, 'cashTagPattern' | 'invoiceLifetime' | 'verifierTime'> {
  store: PaymentStore;
  /** Tells whether an error says that the store is unavailable: a 503 instead of a 500. */
  isStorageError?: (error: unknown) => boolean;
  verifier: ReceiptVerifier;
  /** `test` is a sandbox, in which URLs may lead over http and to this machine. Its tokens begin with `pi_test_`. */
  mode: Mode;
  /** Seals the secrets of callbacks: 32 bytes, kept outside of the store. */
  callbackKey: Buffer;
  /** Absolute, without a slash at the end. */
  publicBaseUrl: () => string;
  /** The console by default. */
  log?: Log;
  /** Milliseconds since 1970; the machine's clock by default. */
  now?: () => number;
  /** Lets requests in: by the tokens of the store and the limits below, by default. */
  guard?: Guard;
  /** Those of the contract by default; 0 is no limit. */
  limits?: RateLimits;
  /** Counts in the memory of this process by default; where several servers share limits, in what they share. */
  makeCounter?: MakeCounter;
  /** Attempts to call back at once. */
  callbackLimits?: DeliveryLimits;
}

/** The properties of a new token. */
export interface TokenWish {
  /** All by default. */
  scopes?: Principal['scopes'];
  /** Milliseconds since 1970; never by default. */
  expiresAt?: number;
}

/** A server without its door: an adapter of the stubs serves `api`. */
export interface Payments {
  api: Api;
  sweeper: Sweeper;
  dispatcher: Dispatcher;
  /** Makes a token of an account and returns it, this once: the store keeps its hash. */
  addToken(accountId: string, wish?: TokenWish): Promise<string>;
  /** Revokes a token, from the next request on. */
  revokeToken(token: string): Promise<void>;
  /** Makes a secret that signs an account's callbacks and returns it, this once; the one before signs on for a day. */
  renewSecret(accountId: string): Promise<string>;
  /** Stops what runs by itself; callbacks under way are waited for, `graceMs` milliseconds at most. */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Puts the parts of the kit together, as the reference server does in its own way, and starts what runs by itself: the sweep of what
 * only time brings about, and the callbacks.
 */
export async function startPayments(parts: PaymentParts): Promise<Payments> {
  const {
    store,
    isStorageError = () => false,
    verifier,
    mode,
    callbackKey,
    publicBaseUrl,
    log = console,
    now = Date.now,
  } = parts;
  if (callbackKey.length !== 32) throw new Error(`callbackKey must be 32 bytes long, and has ${callbackKey.length}.`);
  const isSandbox = mode === 'test';
  const { limits = contractLimits, makeCounter = countInMemory } = parts;
  const { guard = createGuard(createFindPrincipal(store, now, [mode]), limits, makeCounter) } = parts;
  const services: Services = { ...parts, store, verifier, guard, now, randomBytes, baseUrl: publicBaseUrl, isSandbox };
  const api = await createApi({
    handlers: {
      createPayment: createPayment(services),
      submitReceipt: submitReceipt(services),
      fetchPayment: fetchPayment(services),
    },
    authenticate: guard.authenticate,
    admit: guard.admit,
    examine: { createPayment: (input) => void examineCreate(services, input) },
    publicBaseUrl,
    onError: (error, requestId) => log.error({ requestId, err: error }, 'failed'),
    toProblem: (error) => (isStorageError(error) ? unavailable(error) : undefined),
  });
  const sweeper = createSweeper(store, now, log);
  const dispatcher = startCallbacks({
    store,
    openSecrets: createOpenSecrets(store, callbackKey),
    now,
    isSandbox,
    logger: log,
    ...(parts.callbackLimits && { limits: parts.callbackLimits }),
  });
  sweeper.start();
  return {
    api,
    sweeper,
    dispatcher,
    addToken: async (accountId, { scopes = allScopes, expiresAt } = {}) => {
      const token = makeToken(randomBytes, mode);
      const id = makeId('tok', now(), randomBytes);
      await store.saveToken({
        id,
        hash: hashToken(token),
        accountId,
        scopes,
        expiresAt: expiresAt ?? null,
        revokedAt: null,
        mode,
      });
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
  // A connection may end after the commit, and before the word of it.
  const detail =
    'The storage is unavailable, and the request may have taken effect. Send the same request again later, a create with the same Idempotency-Key.';
  return new ProblemError('service_unavailable', detail, { headers: { 'Retry-After': '5' }, cause });
}
