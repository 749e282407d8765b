import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { createHttpServer } from '@payment-invoice/stubs';
import { type DestinationStream, destination, pino } from 'pino';
import { createApp } from './app.ts';
import { createEventDescriber } from './callbacks/describe-event.ts';
import type { DeliveryLimits } from './callbacks/lanes.ts';
import { createOpenSecrets } from './callbacks/open-secrets.ts';
import { type Dispatcher, startDispatcher } from './callbacks/start-dispatcher.ts';
import { startWorkerSender } from './callbacks/start-worker-sender.ts';
import { INVOICE_LIFETIME } from './engine/create-invoice.ts';
import { makeId } from './engine/make-id.ts';
import { listen } from './listen.ts';
import { prepareDirectory } from './prepare-directory.ts';
import { createGuard } from './rates/create-guard.ts';
import { NO_LIMITS, type RateLimits } from './rates/rate-limits.ts';
import { createJwsVerifier } from './receipts/jws-verifier.ts';
import type { ReceiptVerifier } from './receipts/receipt-verifier.ts';
import { refuseOtherLifecycle } from './refuse-other-lifecycle.ts';
import { prepareSandboxAccounts } from './sandbox/prepare-accounts.ts';
import { prepareSandboxSecrets } from './sandbox/prepare-secrets.ts';
import { createSandboxClock } from './sandbox/sandbox-clock.ts';
import { loadSandboxIdentity } from './sandbox/sandbox-file.ts';
import type { Services } from './services.ts';
import { stopServer } from './stop-server.ts';
import { openSqliteStore } from './store/sqlite-store.ts';
import { createSweeper } from './sweeper.ts';
import { createFindPrincipal } from './tokens/authenticate.ts';

/** How a sandbox is started. */
export interface ServerSettings {
  /** Made when it is not there; a second start with the same one keeps invoices, token and receipt key. */
  readonly dataDir: string;
  /** 127.0.0.1 by default. */
  readonly host?: string;
  /** 0, the default, takes any free one. */
  readonly port?: number;
  /** Milliseconds since 1970; the system's clock by default. */
  readonly now?: () => number;
  /** Gives receipts their meaning; by default those that the sandbox rail signs. */
  readonly verifier?: ReceiptVerifier;
  /** How long a new invoice can be paid, in milliseconds; 30 minutes by default. */
  readonly invoiceLifetime?: number;
  /** None by default: a test suite would run into them. */
  readonly rateLimits?: RateLimits;
  /** Seals callback secrets, 32 bytes; by default the sandbox's own. */
  readonly callbackKey?: Buffer | undefined;
  /** 512 callbacks at once, 16 of them to one host, by default. */
  readonly callbackLimits?: DeliveryLimits;
  /** How long an attempt to call back may take, in milliseconds; 15 s by default. */
  readonly callbackTimeout?: number;
  /** Where log lines go; standard error by default. */
  readonly logTo?: DestinationStream;
}

/** A server that answers. */
export interface RunningServer {
  /** Absolute, without a slash at the end. */
  readonly baseUrl: string;
  /** The demo token. */
  readonly token: string;
  /** Of a second account. */
  readonly otherToken: string;
  /** Signs the demo account's callbacks. */
  readonly callbackSecret: string;
  readonly docsUrl: string;
  /** Sends the callbacks. */
  readonly dispatcher: Dispatcher;
  /** What the server works with, for tests that need more than its URL. */
  readonly services: Services;
  /** Answers what is in flight, for at most ten seconds, and closes the database. */
  close(): Promise<void>;
}

/** How long an attempt to call back may take (D-21), in milliseconds. */
const CALLBACK_TIMEOUT = 15_000;
/** How long stopping waits for callbacks under way; those that are cut off are sent again by the next start. */
const CALLBACK_GRACE = 3_000;

/**
 * Starts the reference server as a sandbox.
 * @throws StartError saying in a sentence what is in the way
 */
export async function startServer(settings: ServerSettings): Promise<RunningServer> {
  refuseOtherLifecycle();
  const dataDir = resolve(settings.dataDir);
  prepareDirectory(dataDir);
  const identity = loadSandboxIdentity(dataDir, randomBytes);
  const clock = createSandboxClock(settings.now ?? Date.now);
  const { now } = clock;
  // Known once it listens.
  let baseUrl = '';
  const store = openSqliteStore(
    join(dataDir, 'payments.db'),
    createEventDescriber(randomBytes, () => baseUrl),
  );
  try {
    await prepareSandboxAccounts(store, identity, now(), randomBytes);
    const { key, callbackSecret } = await prepareSandboxSecrets(store, identity, settings.callbackKey, now(), randomBytes);
    const services: Services = {
      store,
      verifier: settings.verifier ?? createJwsVerifier(new Map([[identity.keyId, identity.publicKey]]), identity),
      guard: createGuard(createFindPrincipal(store, now, ['test']), settings.rateLimits ?? NO_LIMITS),
      now,
      randomBytes,
      baseUrl: () => baseUrl,
      isSandbox: true,
      invoiceLifetime: settings.invoiceLifetime ?? INVOICE_LIFETIME,
    };
    const logger = pino(
      { base: null, timestamp: pino.stdTimeFunctions.isoTime },
      settings.logTo ?? destination({ fd: 2, sync: true }),
    );
    const sweeper = createSweeper(store, now, logger);
    const app = await createApp(services, { identity, clock }, sweeper, logger);
    const server = createHttpServer(app.callback(), {
      makeRequestId: () => makeId('req', now(), randomBytes),
      publicBaseUrl: services.baseUrl,
      onRefused: (status, code, requestId) => logger.info({ requestId, status, code }, 'refused'),
    });
    baseUrl = await listen(server, settings.host ?? '127.0.0.1', settings.port ?? 0);
    logger.info({ baseUrl, dataDir }, 'listening');
    sweeper.start();
    const totalTimeout = settings.callbackTimeout ?? CALLBACK_TIMEOUT;
    const dispatcher = startDispatcher({
      store,
      sender: startWorkerSender({ sandbox: services.isSandbox, totalTimeout }),
      openSecrets: createOpenSecrets(store, key),
      now,
      wallClock: Date.now,
      random: Math.random,
      limits: settings.callbackLimits ?? { total: 512, perHost: 16 },
      lease: 2 * totalTimeout,
      logger,
    });
    clock.onMoved(dispatcher.wake);
    logger.warn('a sandbox: callbacks may go over http and to this machine');
    return {
      baseUrl,
      token: identity.token,
      otherToken: identity.otherToken,
      callbackSecret,
      docsUrl: `${baseUrl}/docs`,
      dispatcher,
      services,
      async close() {
        logger.info('stopping');
        await stopServer(server, 10_000);
        await sweeper.stop();
        await dispatcher.stop(CALLBACK_GRACE);
        store.close();
        logger.info('stopped');
      },
    };
  } catch (error) {
    store.close();
    throw error;
  }
}
