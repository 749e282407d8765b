import { join } from 'node:path';
import type { Logger } from 'pino';
import { createEventDescriber } from '../callbacks/describe-event.ts';
import { prepareCallbackKey } from '../callbacks/prepare-callback-key.ts';
import type { Services } from '../handlers/services.ts';
import { createLogger } from '../monitoring/create-logger.ts';
import { createMetrics } from '../monitoring/metrics.ts';
import { createGuard } from '../rates/create-guard.ts';
import { createLimiter } from '../rates/limiter.ts';
import { createPayerGuard } from '../rates/payer-guard.ts';
import { limitTable } from '../rates/rate-limits.ts';
import { chooseVerifier } from '../receipts/choose-verifier.ts';
import { prepareSandboxAccounts } from '../sandbox/prepare-accounts.ts';
import { prepareSandboxSecrets } from '../sandbox/prepare-secrets.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { createSandboxClock } from '../sandbox/sandbox-clock.ts';
import { loadSandboxIdentity } from '../sandbox/sandbox-file.ts';
import { createSandboxSwitches } from '../sandbox/sandbox-switches.ts';
import { openSqliteStore } from '../store/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { createSweeper } from '../store/sweeper.ts';
import { createFindPrincipal } from '../tokens/authenticate.ts';
import type { PageParts } from '../web/page-table.ts';
import { createRandomBytes } from './create-random-bytes.ts';
import type { ServerPolicy } from './read-policy.ts';
import { refuseMixedData } from './refuse-mixed-data.ts';
import type { ServerOverrides } from './server-overrides.ts';

/** The pieces of a server, ready to be put together. */
export interface Parts extends PageParts {
  /** Seals callback secrets. */
  callbackKey: Buffer;
  /** Signs the callbacks of a sandbox's demo account. */
  callbackSecret: string | undefined;
}

/**
 * Makes the pieces of a server in its data directory. Nothing listens yet; the caller closes the store.
 * @throws StartError in a sentence; the store is closed then
 */
export async function makeParts(policy: ServerPolicy, overrides: ServerOverrides, baseUrl: () => string): Promise<Parts> {
  const logger = createLogger(policy.logLevel, overrides.logTo);
  const randomBytes = createRandomBytes();
  const store = openSqliteStore(join(policy.dataDir, 'payments.db'), createEventDescriber(randomBytes, baseUrl));
  try {
    await refuseMixedData(policy.mode, policy.dataDir, store);
    const { services, ...rest } = await makeServices(policy, overrides, { store, randomBytes, baseUrl, logger });
    const payers = createPayerGuard(policy.payerLimits);
    const failures = createLimiter('authentication', policy.rateLimits.authentication, limitTable.authentication.seconds);
    const sweeper = createSweeper(store, services.now, logger);
    return {
      services,
      ...rest,
      sweeper,
      logger,
      metrics: createMetrics(store),
      metricsToken: policy.metricsToken,
      paymentApp: policy.paymentApp,
      payers,
      failures,
    };
  } catch (error) {
    store.close();
    throw error;
  }
}

async function makeServices(
  policy: ServerPolicy,
  overrides: ServerOverrides,
  basics: Pick<Services, 'randomBytes' | 'baseUrl'> & { store: Store; logger: Logger },
): Promise<Pick<Parts, 'services' | 'sandbox' | 'callbackKey' | 'callbackSecret'>> {
  const { isSandbox, rateLimits, cashTagPattern, invoiceLifetime, verifierTime } = policy;
  const { store, randomBytes, baseUrl, logger } = basics;
  const clock = createSandboxClock(overrides.now ?? Date.now);
  const { now } = clock;
  const findPrincipal = createFindPrincipal(store, now, [isSandbox ? 'test' : 'live']);
  const guard = createGuard(findPrincipal, rateLimits);
  const verifierFor = (identity: Sandbox['identity'] | undefined) =>
    overrides.verifier ?? chooseVerifier(policy.receipts, identity, { audience: policy.publicBaseUrl, logger });
  const common = { store, verifierTime, now, randomBytes, baseUrl, isSandbox, invoiceLifetime, cashTagPattern };
  if (!isSandbox) {
    const callbackKey = await prepareCallbackKey(store, policy.callbackKey, now());
    const services = { ...common, guard, verifier: verifierFor(undefined) };
    return { services, sandbox: undefined, callbackKey, callbackSecret: undefined };
  }
  const identity = loadSandboxIdentity(policy.dataDir, randomBytes);
  await prepareSandboxAccounts(store, identity, now(), randomBytes);
  const secrets = await prepareSandboxSecrets(store, identity, policy.callbackKey, now(), randomBytes);
  const switches = createSandboxSwitches(guard, verifierFor(identity), (limits) => createGuard(findPrincipal, limits));
  clock.onMoved(switches.endWindows);
  return {
    services: { ...common, guard: switches.guard, verifier: switches.verifier },
    sandbox: { identity, clock, switches, guard, callbackKey: secrets.key },
    callbackKey: secrets.key,
    callbackSecret: secrets.callbackSecret,
  };
}
