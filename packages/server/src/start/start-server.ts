import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { createOpenSecrets, type Dispatcher, startCallbacks } from '@payment-invoice/kit/callbacks';
import { isLoopbackHost } from '@payment-invoice/kit/urls';
import { createHttpServer } from '@payment-invoice/stubs';
import { recordAttempts } from '../console/record-traffic.ts';
import { StartError } from '../errors/start-error.ts';
import type { Services } from '../handlers/services.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import { prepareDirectory } from '../store/prepare-directory.ts';
import { StoreUnavailableError } from '../store/store-unavailable-error.ts';
import { createApp } from '../web/create-app.ts';
import { nameRequest } from '../web/identify-request.ts';
import { findHazards } from './find-hazards.ts';
import { makeParts, type ServerOverrides } from './make-parts.ts';
import { readPolicy } from './read-policy.ts';

/** A server that accepts requests. */
export interface RunningServer {
  /** The absolute public URL, without a final slash. */
  baseUrl: string;
  /** The URL of the address on which the server listens. Clients may have to use another URL, such as that of a proxy. */
  address: string;
  /** A sandbox's demo token. */
  token: string | undefined;
  /** The token of a sandbox's second account. */
  otherToken: string | undefined;
  /** The secret that signs the callbacks of a sandbox's demo account. */
  callbackSecret: string | undefined;
  docsUrl: string;
  dispatcher: Dispatcher;
  /** The services of the server, for tests that need more than its URL. */
  services: Services;
  /** Waits for the requests in progress, for at most ten seconds, and closes the database. */
  close(): Promise<void>;
}

/** How long a stopping server waits for requests in progress, in milliseconds. */
const requestGrace = 10_000;
/** How long a stopping server waits for callbacks in progress, in milliseconds. The next start repeats aborted callbacks. */
const callbackGrace = 3_000;

/** Starts the reference server. Throws a StartError whose message says what prevents the start. */
export async function startServer(settings: ServerSettings & ServerOverrides): Promise<RunningServer> {
  const policy = readPolicy(settings);
  const { mode, isSandbox, dataDir, trustedProxies } = policy;
  prepareDirectory(dataDir);
  // The settings are checked before anything else, so that nothing is sealed with an unsafe key.
  findHazards(policy, process.env);
  // If the operator has not set the URL, it is known only after the server has begun to listen.
  let baseUrl = policy.publicBaseUrl;
  const parts = await makeParts(policy, settings, () => baseUrl);
  const { services, sandbox, sweeper, logger, metrics, callbackKey, callbackSecret } = parts;
  const { store, now } = services;
  try {
    const listener = await createApp({ ...parts, trustedProxies });
    const shares = shareDescriptors(readDescriptorLimit());
    const server = createHttpServer(listener, {
      maxConnections: settings.maxConnections ?? shares.connections,
      makeRequestId: () => nameRequest(services),
      publicBaseUrl: services.baseUrl,
      onRefused: (status, code, requestId, address) => {
        metrics.count('unread', status, 0);
        logger.info({ requestId, status, code, address }, 'refused');
      },
    });
    const address = await listen(server, policy.host, policy.port);
    baseUrl ||= address;
    logger.info({ baseUrl, address, mode, dataDir }, 'listening');
    for (const hazard of findHazards(policy, process.env)) logger.warn(hazard);
    // Checks that the store can be written to. A shared store needs no check: this server has just registered itself there.
    if (!store.isShared)
      await store.check().catch((error) => {
        if (!(error instanceof StoreUnavailableError)) throw error;
        logger.error(`${error.message} Until then, creates and submits get 503, and fetches work.`);
      });
    sweeper.start();
    const { callbackLimits: limits = { total: shares.callbacks, perHost: 16 }, callbackTimeout: timeout } = settings;
    const openSecrets = createOpenSecrets(store, callbackKey);
    const dispatcher = startCallbacks({
      ...{ store, openSecrets, now, isSandbox, logger, limits, timeout },
      onAttempt: metrics.countAttempt,
      disableAfter: policy.callbackDisableAfter,
      ...(sandbox && {
        recordAttempt: recordAttempts(sandbox.console.journal, now),
        // True only on loopback. Elsewhere, anyone with a token could read the responses of programs on this machine.
        keepsResponses: [policy.host, new URL(baseUrl).hostname].every(isLoopbackHost),
      }),
    });
    sandbox?.clock.onMoved(dispatcher.wake);
    const { token, otherToken } = sandbox?.identity ?? {};
    return {
      ...{ baseUrl, address, token, otherToken, callbackSecret, docsUrl: `${baseUrl}/docs`, dispatcher, services },
      async close() {
        logger.info('stopping');
        sandbox?.console.live.close();
        await stopServer(server, requestGrace);
        await sweeper.stop();
        await dispatcher.stop(callbackGrace);
        sandbox?.state.stop();
        await store.close();
        logger.info('stopped');
      },
    };
  } catch (error) {
    sandbox?.state.stop();
    await store.close();
    throw error;
  }
}

/** Listens, and returns the URL for clients on this machine. Throws a StartError if the port or the host cannot be used. */
async function listen(server: Server, host: string, port: number): Promise<string> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const reason = reasonOf(error as NodeJS.ErrnoException);
    throw new StartError(`Cannot listen on ${host}, port ${port}: ${reason}.`, { cause: error });
  }
  const bound = server.address() as AddressInfo;
  // Replaces addresses that mean "all addresses", because clients cannot connect to them.
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${bound.port}`;
}

function reasonOf({ code = '', message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE')
    return 'the port is in use. Stop the other program, or set PORT to another port (0 picks any free one)';
  if (code === 'EACCES') return 'the port needs more rights. Set PORT to 1024 or higher';
  if (/^(EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN)$/.test(code))
    return 'the host is not an address of this machine. Set HOST to 127.0.0.1, or 0.0.0.0 for every address';
  return message;
}

/** How often to check for idle connections, in milliseconds. */
const lookEvery = 25;

/** Stops accepting connections, waits for requests in progress, and closes what is left after `graceMs` milliseconds. */
function stopServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // Closes connections that have become idle: they would stay open for requests that the server no longer handles.
    const looking = setInterval(() => server.closeIdleConnections(), lookEvery);
    const cutting = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(looking);
      clearTimeout(cutting);
      resolve();
    });
  });
}

/** The number of file descriptors reserved for the database, the log, the threads and the code. */
const own = 64;
/** The maximum numbers of simultaneous connections and callbacks, even if the system allows more. */
const most = { connections: 8_192, callbacks: 512 } as const;

/**
 * Divides a process's file descriptors between client connections and callbacks. Without limits, connections could use up all of
 * them. Then new clients would be disconnected, and neither callbacks nor the database could open anything.
 */
export function shareDescriptors(limit: number): { connections: number; callbacks: number } {
  const free = Math.max(limit - own, 16);
  const callbacks = Math.min(most.callbacks, Math.floor(free / 4));
  return { connections: Math.min(most.connections, free - callbacks), callbacks };
}

/** Returns this process's limit of file descriptors; on systems other than Linux, a limit that nearly every system allows. */
export function readDescriptorLimit(): number {
  try {
    const [, soft] = /^Max open files +(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft ?? 1_024);
  } catch {
    return 1_024;
  }
}

/** A sandbox that accepts requests, with its demo tokens. */
export interface RunningSandbox extends RunningServer {
  token: string;
  otherToken: string;
  callbackSecret: string;
}

/** Starts the reference server as a sandbox. Throws a StartError whose message says what prevents the start. */
export async function startSandbox(settings: Omit<ServerSettings, 'mode'> & ServerOverrides): Promise<RunningSandbox> {
  const { token = '', otherToken = '', callbackSecret = '', ...server } = await startServer({ ...settings, mode: 'sandbox' });
  return { ...server, token, otherToken, callbackSecret };
}
