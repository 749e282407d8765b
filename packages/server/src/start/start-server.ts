import { join, resolve } from 'node:path';
import { createHttpServer } from '@payment-invoice/stubs';
import { type DestinationStream, pino } from 'pino';
import { createApp } from '../app.ts';
import type { DeliveryLimits } from '../callbacks/create-callback-queue.ts';
import { createEventDescriber } from '../callbacks/describe-event.ts';
import { prepareCallbackKey } from '../callbacks/prepare-callback-key.ts';
import { startCallbacks } from '../callbacks/start-callbacks.ts';
import type { Dispatcher } from '../callbacks/start-dispatcher.ts';
import { invoiceLifetime } from '../engine/create-invoice.ts';
import type { Services } from '../handlers/services.ts';
import { logDestination } from '../monitoring/log-destination.ts';
import { createMetrics } from '../monitoring/metrics.ts';
import { createGuard } from '../rates/create-guard.ts';
import { contractLimits, noLimits } from '../rates/rate-limits.ts';
import { chooseVerifier } from '../receipts/choose-verifier.ts';
import type { ReceiptVerifier } from '../receipts/receipt-verifier.ts';
import { verifierTime } from '../receipts/verify-in-time.ts';
import { prepareSandboxAccounts } from '../sandbox/prepare-accounts.ts';
import { prepareSandboxSecrets } from '../sandbox/prepare-secrets.ts';
import { createSandboxClock } from '../sandbox/sandbox-clock.ts';
import { loadSandboxIdentity } from '../sandbox/sandbox-file.ts';
import { createSandboxSwitches } from '../sandbox/sandbox-switches.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import { openSqliteStore } from '../store/sqlite-store.ts';
import { createSweeper } from '../store/sweeper.ts';
import { createFindPrincipal } from '../tokens/authenticate.ts';
import { nameRequest } from '../web/identify-request.ts';
import { createRandomBytes } from './create-random-bytes.ts';
import { listen } from './listen.ts';
import { prepareDirectory } from './prepare-directory.ts';
import { refuseMixedData } from './refuse-mixed-data.ts';
import { refuseOtherLifecycle } from './refuse-other-lifecycle.ts';
import { StartError } from './start-error.ts';
import { stopServer } from './stop-server.ts';

/** What a program may give beside an operator's settings. */
export interface ServerParts {
  /** Milliseconds since 1970; the system's clock by default. */
  now?: () => number;
  /** Gives receipts their meaning, instead of what the settings say. */
  verifier?: ReceiptVerifier;
  /** 512 callbacks at once, 16 of them to one host, by default. */
  callbackLimits?: DeliveryLimits;
  /** How long an attempt to call back may take, in milliseconds; 15 s by default. */
  callbackTimeout?: number;
  /** Where log lines go; standard error by default. */
  logTo?: DestinationStream;
}

/** A server that answers. */
export interface RunningServer {
  /** Absolute, without a slash at the end. */
  baseUrl: string;
  /** A sandbox's demo token. */
  token: string | undefined;
  /** Of a sandbox's second account. */
  otherToken: string | undefined;
  /** Signs the callbacks of a sandbox's demo account. */
  callbackSecret: string | undefined;
  docsUrl: string;
  /** Sends the callbacks. */
  dispatcher: Dispatcher;
  /** What the server works with, for tests that need more than its URL. */
  services: Services;
  /** Answers what is in flight, for at most ten seconds, and closes the database. */
  close(): Promise<void>;
}

/** How long stopping waits for callbacks under way, in milliseconds; those that are cut off are sent again by the next start. */
const callbackGrace = 3_000;

/**
 * Starts the reference server.
 * @throws StartError saying in a sentence what is in the way
 */
export async function startServer(settings: ServerSettings & ServerParts): Promise<RunningServer> {
  refuseOtherLifecycle();
  const mode = settings.mode ?? 'sandbox';
  const isSandbox = mode === 'sandbox';
  if (!isSandbox && !settings.publicBaseUrl) {
    // Receipts are made for it: without one, those for nobody would count and no others.
    throw new StartError('PUBLIC_BASE_URL is not set: a live server must know the https address that its clients reach it by.');
  }
  const dataDir = resolve(settings.dataDir);
  prepareDirectory(dataDir);
  const logger = pino(
    { base: null, level: settings.logLevel ?? 'info', timestamp: pino.stdTimeFunctions.isoTime },
    settings.logTo ?? logDestination(),
  );
  const randomBytes = createRandomBytes();
  const clock = createSandboxClock(settings.now ?? Date.now);
  const { now } = clock;
  // Known once it listens, unless the operator says it.
  let baseUrl = settings.publicBaseUrl ?? '';
  const store = openSqliteStore(
    join(dataDir, 'payments.db'),
    createEventDescriber(randomBytes, () => baseUrl),
  );
  try {
    await refuseMixedData(mode, dataDir, store);
    const identity = isSandbox ? loadSandboxIdentity(dataDir, randomBytes) : undefined;
    if (identity) await prepareSandboxAccounts(store, identity, now(), randomBytes);
    const secrets = identity
      ? await prepareSandboxSecrets(store, identity, settings.callbackKey, now(), randomBytes)
      : { key: await prepareCallbackKey(store, settings.callbackKey, now()), callbackSecret: undefined };
    const limits = settings.rateLimits ?? (isSandbox ? noLimits : contractLimits);
    const findPrincipal = createFindPrincipal(store, now, [isSandbox ? 'test' : 'live']);
    const guard = createGuard(findPrincipal, limits);
    const verifier = settings.verifier ?? chooseVerifier(settings.receipts, identity, { audience: baseUrl, logger });
    const switches = identity && createSandboxSwitches(guard, verifier, (others) => createGuard(findPrincipal, others));
    const services: Services = {
      store,
      verifier: switches?.verifier ?? verifier,
      verifierTime: settings.verifierTime ?? verifierTime,
      guard: switches?.guard ?? guard,
      now,
      randomBytes,
      baseUrl: () => baseUrl,
      isSandbox,
      invoiceLifetime: settings.invoiceLifetime ?? invoiceLifetime,
      cashTagPattern: settings.cashTagPattern,
    };
    const sweeper = createSweeper(store, now, logger);
    const sandbox = identity && switches && { identity, clock, switches, guard, callbackKey: secrets.key };
    const metrics = createMetrics(store);
    const { trustedProxies = 0, metricsToken } = settings;
    const listener = await createApp({ services, sandbox, sweeper, logger, metrics, metricsToken, trustedProxies });
    const server = createHttpServer(listener, {
      makeRequestId: () => nameRequest(services),
      publicBaseUrl: services.baseUrl,
      onRefused: (status, code, requestId) => {
        metrics.count('unread', status, 0);
        logger.info({ requestId, status, code }, 'refused');
      },
    });
    const address = await listen(server, settings.host ?? '127.0.0.1', settings.port ?? 0);
    baseUrl ||= address;
    logger.info({ baseUrl, address, mode, dataDir }, 'listening');
    sweeper.start();
    const { callbackLimits, callbackTimeout: timeout } = settings;
    const dispatcher = startCallbacks({
      store,
      key: secrets.key,
      now,
      isSandbox,
      logger,
      onAttempt: metrics.countAttempt,
      limits: callbackLimits,
      timeout,
    });
    clock.onMoved(dispatcher.wake);
    if (switches) clock.onMoved(switches.endWindows);
    return {
      baseUrl,
      token: identity?.token,
      otherToken: identity?.otherToken,
      callbackSecret: secrets.callbackSecret,
      docsUrl: `${baseUrl}/docs`,
      dispatcher,
      services,
      async close() {
        logger.info('stopping');
        await stopServer(server, 10_000);
        await sweeper.stop();
        await dispatcher.stop(callbackGrace);
        store.close();
        logger.info('stopped');
      },
    };
  } catch (error) {
    store.close();
    throw error;
  }
}
