import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { type DestinationStream, destination, pino } from 'pino';
import { createApp } from './app.ts';
import { listen } from './listen.ts';
import { prepareDirectory } from './prepare-directory.ts';
import { createJwsVerifier } from './receipts/jws-verifier.ts';
import type { ReceiptVerifier } from './receipts/receipt-verifier.ts';
import { loadSandboxIdentity } from './sandbox/sandbox-file.ts';
import type { Services } from './services.ts';
import { stopServer } from './stop-server.ts';
import { openSqliteStore } from './store/sqlite-store.ts';
import { createAuthenticate } from './tokens/authenticate.ts';
import { hashToken } from './tokens/make-token.ts';

/** The account that owns the demo token. */
const DEMO_ACCOUNT = 'acc_sandbox';

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
  /** Where log lines go; standard error by default. */
  readonly logTo?: DestinationStream;
}

/** A server that answers. */
export interface RunningServer {
  /** Absolute, without a slash at the end. */
  readonly baseUrl: string;
  /** The demo token. */
  readonly token: string;
  readonly docsUrl: string;
  /** What the server works with, for tests that need more than its URL. */
  readonly services: Services;
  /** Answers what is in flight, for at most ten seconds, and closes the database. */
  close(): Promise<void>;
}

/**
 * Starts the reference server as a sandbox.
 * @throws StartError saying in a sentence what is in the way
 */
export async function startServer(settings: ServerSettings): Promise<RunningServer> {
  const dataDir = resolve(settings.dataDir);
  prepareDirectory(dataDir);
  const identity = loadSandboxIdentity(dataDir, randomBytes);
  const store = openSqliteStore(join(dataDir, 'payments.db'));
  const server = createServer({ requestTimeout: 30_000 });
  try {
    await store.saveToken(DEMO_ACCOUNT, hashToken(identity.token));
    let baseUrl = '';
    const services: Services = {
      store,
      verifier: settings.verifier ?? createJwsVerifier(new Map([[identity.keyId, identity.publicKey]]), identity),
      authenticate: createAuthenticate(store),
      now: settings.now ?? Date.now,
      randomBytes,
      baseUrl: () => baseUrl,
    };
    const logger = pino(
      { base: null, timestamp: pino.stdTimeFunctions.isoTime },
      settings.logTo ?? destination({ fd: 2, sync: true }),
    );
    const app = await createApp(services, identity, logger);
    server.on('request', app.callback());
    baseUrl = await listen(server, settings.host ?? '127.0.0.1', settings.port ?? 0);
    logger.info({ baseUrl, dataDir }, 'listening');
    return {
      baseUrl,
      token: identity.token,
      docsUrl: `${baseUrl}/docs`,
      services,
      async close() {
        logger.info('stopping');
        await stopServer(server, 10_000);
        store.close();
        logger.info('stopped');
      },
    };
  } catch (error) {
    store.close();
    throw error;
  }
}
