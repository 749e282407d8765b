import { type Adapter, askAdapter } from '../../adapter/adapter.ts';
import { type AdapterSource, loadAdapter } from '../../adapter/load-adapter.ts';
import type { Contract } from '../../contract/contract.ts';
import { NothingProven } from '../../outcome/nothing-proven.ts';
import type { Options } from '../options/parse-options.ts';
import { isToken } from '../options/read-values.ts';
import { UsageError } from '../options/usage-error.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { type Begun, startAtMost, startCommand } from './start-command.ts';

/** The deployment to check, which the user named or the run started. */
export interface Deployment {
  baseUrl: string;
  token: string;
  otherToken?: string;
  callbackSecret?: string;
  adapter: AdapterSource;
  /** The command that started it for this run. */
  started?: string;
  /** Returns the last lines that a started server wrote to standard error. */
  written?(): string[];
  /** Kills the started server and starts it again. Present only if it keeps its data. */
  restart?(): Promise<void>;
  /** Ends the started server. In haste, the server gets little time to end on its own. */
  stop(inHaste?: boolean): Promise<void>;
}

/**
 * Opens the deployment that the options name, with its token, and loads its adapter.
 * @param begun the --start command, if it has already begun
 * @throws UsageError if an option is wrong; NothingProven if the deployment cannot be opened
 */
export async function openDeployment(
  options: Options,
  interrupt: AbortSignal,
  contract?: Contract,
  begun?: Begun,
): Promise<Deployment> {
  const loading = untilInterrupted(interrupt, readAdapter(options));
  const loaded = await loading;
  if (loaded === undefined) throw new NothingProven('The adapter was still being loaded when the run was ended.');
  const adapter = adapterSource(options);
  const opening =
    options.baseUrl === undefined
      ? start(options, adapter, interrupt, loaded, contract, begun)
      : untilInterrupted(interrupt, named(options, options.baseUrl, adapter, loaded, contract));
  const deployment = await opening;
  if (deployment === undefined) throw new NothingProven('The token was still being asked for when the run was ended.');
  // With two equal tokens, the run's own invoices would count as another account's.
  if (deployment.otherToken === deployment.token) {
    await deployment.stop();
    throw new UsageError('The other token is the same as the token: give --other-token, or OTHER_TOKEN, of another account.');
  }
  return deployment;
}

/** Returns whether the contract can be checked only with a token. */
const demandsToken = (contract: Contract | undefined): boolean =>
  !contract?.plain || contract.operations.some(({ plain }) => plain?.demandsCredentials);

async function named(
  { token: given, otherToken: said, environment }: Options,
  baseUrl: string,
  source: AdapterSource,
  adapter: Adapter,
  contract: Contract | undefined,
): Promise<Deployment> {
  const otherToken = said ?? environment.otherToken;
  const token = given ?? (adapter.token && (await askToken(adapter, baseUrl, contract)));
  if (token === undefined && demandsToken(contract))
    throw new UsageError('A token is missing: give --token, TOKEN in the environment, or --token-command.');
  return { baseUrl, token: token ?? '', ...(otherToken !== undefined && { otherToken }), adapter: source, async stop() {} };
}

/** Asks an adapter for a token. @throws NothingProven if it returns none */
export async function askToken(adapter: Adapter, baseUrl: string, contract: Contract | undefined): Promise<string> {
  const asked = askAdapter('token', async () => adapter.token?.({ baseUrl }));
  const token = await asked.catch((error: Error) => {
    throw new NothingProven(error.message);
  });
  if (typeof token !== 'string' || !isToken(token, contract?.plain !== undefined))
    throw new NothingProven(
      'What the --token-command, or the token of the adapter, gave is no token: it takes one, on one line.',
    );
  return token;
}

/** Loads the adapter that the options name. @throws UsageError if that fails */
export async function readAdapter(options: Options): Promise<Adapter> {
  return loadAdapter(adapterSource(options)).catch((error: Error) => {
    throw new UsageError(error.message);
  });
}

/** Loads the adapter of a deployment. If it has no `restart`, it gets that of the started server. */
export async function adapterOf({ adapter: source, restart }: Deployment): Promise<Adapter> {
  const adapter = await loadAdapter(source);
  if (restart === undefined || adapter.restart !== undefined) return adapter;
  return Object.assign(Object.create(adapter) as Adapter, { restart });
}

function adapterSource({ pay, adapter, tokenCommand }: Options): AdapterSource {
  return {
    ...(tokenCommand !== undefined && { tokenCommand }),
    ...(pay !== undefined && { payCommand: pay }),
    ...(adapter !== undefined && { module: adapter }),
  };
}

async function start(
  { start: command, token, otherToken: said, environment }: Options,
  adapter: AdapterSource,
  interrupt: AbortSignal,
  loaded: Adapter,
  contract: Contract | undefined,
  begun: Begun | undefined,
): Promise<Deployment> {
  if (command === undefined) throw new UsageError('Nothing to check: give --base-url and --token. --help lists the options.');
  const tokenAt = (baseUrl: string) =>
    token ?? (loaded.token ? askToken(loaded, baseUrl, contract) : demandsToken(contract) ? undefined : '');
  const started = await startCommand(command, startAtMost, interrupt, tokenAt, begun).catch((error: Error) => {
    throw error instanceof NothingProven ? error : new NothingProven(`The server to check did not start: ${error.message}`);
  });
  // A URL in text may include the beginning of the contract's paths.
  const baseUrl = contract?.plain || started.saysToken ? started.baseUrl : started.baseUrl.replace(/\/api\/v1$/, '');
  // A printed token certainly belongs to this server. One from the environment may belong to another deployment, so it comes
  // last.
  const otherToken = said ?? started.otherToken ?? environment.otherToken;
  // A server that prints the JSON line with a token is taken for a sandbox, unless the user named an adapter.
  const isOurs = started.saysToken && adapter.module === undefined && adapter.payCommand === undefined;
  const chosen = isOurs ? { ...adapter, module: 'sandbox' } : adapter;
  return { ...started, baseUrl, started: command, ...(otherToken !== undefined && { otherToken }), adapter: chosen };
}

/** Returns a shell command that reads a payment as one JSON line and prints its receipt; undefined if only an adapter can pay. */
export function payWords({ pay }: Options, { adapter, baseUrl }: Deployment): string | undefined {
  if (pay !== undefined) return pay;
  if (adapter.module !== 'sandbox') return undefined;
  const ask = `curl -sS -X POST '${baseUrl}/sandbox/payments' -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' --data-binary @-`;
  return `sed 's/"invoice":{"id":\\("[^"]*"\\)}/"invoiceId":\\1/' | ${ask} | sed -n 's/.*"webReceipt":"\\([^"]*\\)".*/\\1/p'`;
}
