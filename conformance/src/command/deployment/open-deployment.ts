import type { Adapter } from '../../adapter/adapter.ts';
import { type AdapterSource, loadAdapter } from '../../adapter/load-adapter.ts';
import { NothingProven } from '../../outcome/nothing-proven.ts';
import type { Options } from '../options/parse-options.ts';
import { UsageError } from '../options/usage-error.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { startCommand } from './start-command.ts';

/** The deployment to check, named by the user or started for this run. */
export interface Deployment {
  baseUrl: string;
  token: string;
  otherToken?: string;
  callbackSecret?: string;
  adapter: AdapterSource;
  /** The command that started it for this run. */
  started?: string;
  /** Returns what a server that was started here wrote last to its standard error. */
  written?(): string[];
  /** Ends what was started; in haste, it has no time to end by itself. */
  stop(inHaste?: boolean): Promise<void>;
}

/**
 * Opens the deployment that the options name, with a token and an adapter that can be loaded.
 * @throws UsageError, NothingProven
 */
export async function openDeployment(options: Options, interrupt: AbortSignal): Promise<Deployment> {
  const loading = untilInterrupted(interrupt, readAdapter(options));
  if ((await loading) === undefined) throw new NothingProven('The adapter was still being loaded when the run was ended.');
  const adapter = adapterSource(options);
  const deployment =
    options.baseUrl === undefined ? await start(options, adapter, interrupt) : named(options, options.baseUrl, adapter);
  // Otherwise the account would be blamed for seeing its own invoices.
  if (deployment.otherToken === deployment.token) {
    await deployment.stop();
    throw new UsageError('The other token is the same as the token: give --other-token, or OTHER_TOKEN, of another account.');
  }
  return deployment;
}

function named({ token, otherToken: said, environment }: Options, baseUrl: string, adapter: AdapterSource): Deployment {
  const otherToken = said ?? environment.otherToken;
  if (token === undefined) throw new UsageError('A token is missing: give --token, or TOKEN in the environment.');
  return { baseUrl, token, ...(otherToken !== undefined && { otherToken }), adapter, async stop() {} };
}

/**
 * Loads the adapter that the options name.
 * @throws UsageError where it cannot be loaded
 */
export async function readAdapter(options: Options): Promise<Adapter> {
  return loadAdapter(adapterSource(options)).catch((error: Error) => {
    throw new UsageError(error.message);
  });
}

function adapterSource({ pay, adapter }: Options): AdapterSource {
  return { ...(pay !== undefined && { payCommand: pay }), ...(adapter !== undefined && { module: adapter }) };
}

async function start(
  { start: command, token, otherToken: said, environment }: Options,
  adapter: AdapterSource,
  interrupt: AbortSignal,
): Promise<Deployment> {
  if (command === undefined) throw new UsageError('Nothing to check: give --base-url and --token. --help lists the options.');
  const started = await startCommand(command, 30_000, interrupt, token).catch((error: Error) => {
    throw new NothingProven(`The server to check did not start: ${error.message}`);
  });
  // What it prints is its own; the environment may name an account of another deployment.
  const otherToken = said ?? started.otherToken ?? environment.otherToken;
  // A server that prints the line of one is a sandbox unless an adapter is named.
  const isOurs = started.saysToken && adapter.module === undefined && adapter.payCommand === undefined;
  const chosen = isOurs ? { module: 'sandbox' } : adapter;
  return { ...started, started: command, ...(otherToken !== undefined && { otherToken }), adapter: chosen };
}
