import { type KeyObject, randomBytes } from 'node:crypto';
import { createEventDescriber, type DeliveryLimits } from '@payment-invoice/kit/callbacks';
import type { RandomBytes } from '@payment-invoice/kit/ids';
import { createSweeper } from '@payment-invoice/kit/invoices';
import { createLimiter, limitTable } from '@payment-invoice/kit/rates';
import {
  createHttpVerifier,
  createJwsVerifier,
  followKeySet,
  KeySetError,
  type ReceiptVerifier,
} from '@payment-invoice/kit/receipts';
import { createFindPrincipal, createGuard, type Guard } from '@payment-invoice/kit/tokens';
import type { DestinationStream, Logger } from 'pino';
import { prepareCallbackKey } from '../callbacks/callback-key.ts';
import { createConsole, type Sandbox } from '../console/console.ts';
import { StartError } from '../errors/start-error.ts';
import type { Services } from '../handlers/services.ts';
import { createLog } from '../monitoring/create-log.ts';
import { createMetrics } from '../monitoring/metrics.ts';
import { createPayerGuard, type PayerGuard } from '../rates/payer-guard.ts';
import { loadSandboxIdentity, prepareSandboxAccounts, prepareSandboxSecrets } from '../sandbox/sandbox-identity.ts';
import { createSandboxClock, createSandboxSwitches, followState } from '../sandbox/sandbox-state.ts';
import type { ReceiptSource, ServerMode } from '../settings/server-settings.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import type { AppParts } from '../web/create-app.ts';
import type { ServerPolicy } from './read-policy.ts';

const stockSize = 4096;

/** Makes a source of random bytes. Gets many at a time, because a system call is slow, and returns each of them only once. */
export function createRandomBytes(): RandomBytes {
  let stock = Buffer.alloc(0);
  let used = 0;
  return (length) => {
    if (length > stockSize) return randomBytes(length);
    if (used + length > stock.length) {
      stock = randomBytes(stockSize);
      used = 0;
    }
    used += length;
    return stock.subarray(used - length, used);
  };
}

/** The services of a server, before they are connected. */
export interface Parts extends Omit<AppParts, 'trustedProxies'> {
  callbackKey: Buffer;
  callbackSecret: string | undefined;
}

/** Makes the services of a server, which does not listen yet. The caller must close the store, except after an error. */
export async function makeParts(policy: ServerPolicy, overrides: ServerOverrides, baseUrl: () => string): Promise<Parts> {
  const { logger, logResponse } = createLog(policy.logLevel, overrides.logTo);
  const randomBytes = createRandomBytes();
  const store = await openStore(policy, createEventDescriber(randomBytes, baseUrl));
  try {
    await refuseMixedData(policy.mode, store);
    const { services, ...rest } = await makeServices(policy, overrides, { store, randomBytes, baseUrl, logger });
    const payers = followStateOf(rest.sandbox, createPayerGuard(policy.payerLimits, store.makeCounter));
    const { rateLimits, metricsToken, paymentApp } = policy;
    const { seconds } = limitTable.authentication;
    const failures = createLimiter('authentication', rateLimits.authentication, seconds, store.makeCounter);
    const sweeper = createSweeper(store, services.now, logger);
    const metrics = createMetrics(store);
    return { services, ...rest, sweeper, logger, logResponse, metrics, metricsToken, paymentApp, payers, failures };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Wraps the guard for payers. In a sandbox, the state, which includes its clock, is read again before each page. */
function followStateOf(sandbox: Sandbox | undefined, payers: PayerGuard): PayerGuard {
  if (!sandbox) return payers;
  return {
    ...payers,
    admitPage: async (address) => {
      await sandbox.state.refresh();
      await payers.admitPage(address);
    },
  };
}

async function makeServices(
  policy: ServerPolicy,
  overrides: ServerOverrides,
  basics: Pick<Services, 'randomBytes' | 'baseUrl'> & { store: Store; logger: Logger },
): Promise<Pick<Parts, 'services' | 'sandbox' | 'callbackKey' | 'callbackSecret'>> {
  const { isSandbox, rateLimits, cashTagPattern, invoiceLifetime, verifierTime } = policy;
  const { store, randomBytes, baseUrl, logger } = basics;
  const servers = await store.enterServers();
  const state = isSandbox ? await followState(store, servers === 1) : undefined;
  const clock = state && createSandboxClock(overrides.now ?? store.now, state);
  const now = clock?.now ?? overrides.now ?? store.now;
  const findPrincipal = createFindPrincipal(store, now, [isSandbox ? 'test' : 'live']);
  const guard = createGuard(findPrincipal, rateLimits, store.makeCounter);
  const verifierFor = (identity: Sandbox['identity'] | undefined) =>
    overrides.verifier ?? chooseVerifier(policy.receipts, identity, { audience: policy.publicBaseUrl, logger });
  const common = { store, verifierTime, now, randomBytes, baseUrl, isSandbox, invoiceLifetime, cashTagPattern };
  if (!state || !clock) {
    const callbackKey = await prepareCallbackKey(store, policy.callbackKey, now());
    const services = { ...common, guard, verifier: verifierFor(undefined) };
    return { services, sandbox: undefined, callbackKey, callbackSecret: undefined };
  }
  const identity = await loadSandboxIdentity(store, randomBytes);
  await prepareSandboxAccounts(store, identity, now(), randomBytes);
  const secrets = await prepareSandboxSecrets(store, identity, policy.callbackKey, now(), randomBytes);
  const { key: callbackKey, callbackSecret } = secrets;
  const switches = createSandboxSwitches(state, guard, verifierFor(identity), (limits, epoch) =>
    createGuard(findPrincipal, limits, (name, length) => store.makeCounter(`${name} ${epoch}`, length)),
  );
  const always: Guard = {
    ...guard,
    authenticate: async (token, request) => {
      await state.refresh();
      return guard.authenticate(token, request);
    },
  };
  const services = { ...common, guard: switches.guard, verifier: switches.verifier };
  const itsConsole = createConsole(identity, overrides.now ?? Date.now, randomBytes);
  const sandbox = { identity, state, clock, switches, guard: always, callbackKey, console: itsConsole };
  return { services, sandbox, callbackKey, callbackSecret };
}

/** Throws a StartError for a database of the other mode: simulated and real payments must never be in the same database. */
async function refuseMixedData(mode: ServerMode, store: Store): Promise<void> {
  const [place, setting] = store.isShared
    ? [`database ${store.place}`, 'DATABASE_URL']
    : [`data directory ${store.place}`, 'DATA_DIR'];
  if (mode === 'live' && (await store.readMode()) === 'sandbox') {
    const cure = `Set ${setting} to another one for SERVER_MODE=live.`;
    throw new StartError(`The ${place} belongs to a sandbox, whose receipts anyone can make. ${cure}`);
  }
  const isLive = async () =>
    (await store.readMode()) === 'live' || (await store.listAccounts()).some((account) => account.mode === 'live');
  if (mode === 'sandbox' && (await isLive()))
    throw new StartError(`The ${place} holds live accounts. Set SERVER_MODE=live, or ${setting} to another one for a sandbox.`);
  // If two servers start on a new database at the same time, the first server determines the database's mode.
  const kept = await store.keepMode(mode);
  if (kept !== mode) throw new StartError(`The ${place} belongs to a ${kept} server. Set ${setting} to another one.`);
}

/** The options that a program may set when it starts the server, in addition to the settings. */
export interface ServerOverrides {
  /** Returns the current time in milliseconds since 1970; the system's time by default. */
  now?: () => number;
  /** Verifies receipts, instead of the verifier in the settings. */
  verifier?: ReceiptVerifier;
  /** The maximum number of simultaneous client connections. By default, it depends on the limit of file descriptors. */
  maxConnections?: number;
  /** The maximum numbers of simultaneous callbacks; by default 512 in total and 16 to one host. */
  callbackLimits?: DeliveryLimits;
  /** How long an attempt to deliver a callback may take, in milliseconds; 15 s by default. */
  callbackTimeout?: number;
  /** The stream to which the log is written; standard error by default. */
  logTo?: DestinationStream;
}

/**
 * Makes the verifier that is set in the settings or, without one, the verifier of a sandbox's own receipts.
 * @param audience the base URL, which receipts must name as their audience
 * @throws StartError if the keys cannot be used, or if a live server has no verifier in its settings
 */
function chooseVerifier(
  source: ReceiptSource | undefined,
  identity: Sandbox['identity'] | undefined,
  { audience, logger }: { audience: string; logger: Logger },
): ReceiptVerifier {
  if (source && 'url' in source)
    return createHttpVerifier({ ...source, onFailure: (what) => logger.warn({ what }, 'the receipt verifier is unavailable') });
  if (source) return createJwsVerifier(followKeys(source.keys, logger), { issuer: source.issuer, audience });
  if (!identity) throw new StartError('No way to verify receipts is set: set RECEIPT_KEYS or RECEIPT_VERIFIER_URL.');
  return createJwsVerifier(new Map([[identity.keyId, identity.publicKey]]), identity);
}

function followKeys(file: string, logger: Logger): () => ReadonlyMap<string, KeyObject> {
  try {
    return followKeySet(file, logger);
  } catch (error) {
    if (!(error instanceof KeySetError)) throw error;
    const cure = 'Set RECEIPT_KEYS to a JWK Set of public Ed25519 keys.';
    throw new StartError(`The receipt keys ${file} cannot be used: ${error.why}. ${cure}`, { cause: error });
  }
}
