import { type Adapter, askAdapter } from '../../adapter/adapter.ts';
import { type AdapterSource, loadAdapter } from '../../adapter/load-adapter.ts';
import type { Contract } from '../../contract/contract.ts';
import { NothingProven } from '../../outcome/nothing-proven.ts';
import type { Options } from '../options/parse-options.ts';
import { isToken } from '../options/read-values.ts';
import { UsageError } from '../options/usage-error.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { type Begun, type Started, startAtMost, startCommand } from './start-command.ts';

/** The deployment to check. Either the options contain its base URL, or the run has started it. */
export interface Deployment {
  baseUrl: string;
  token: string;
  otherToken?: string;
  callbackSecret?: string;
  adapter: AdapterSource;
  /** The --start command, if the run has started it. */
  started?: string;
  written?: Started['written'];
  restart?: Started['restart'];
  copy?: Started['copy'];
  stop: Started['stop'];
}

/**
 * Opens the deployment that the options name: finds its token, and loads its adapter.
 * @param begun the --start command, if it is already running
 * @throws UsageError if an option is wrong
 * @throws NothingProven if the deployment cannot be opened
 */
export async function openDeployment(
  options: Options,
  interrupt: AbortSignal,
  contract?: Contract,
  begun?: Begun,
): Promise<Deployment> {
  const loaded = await readAdapter(options, interrupt);
  const adapter = adapterSource(options);
  const askLoaded = async (baseUrl: string) => loaded.token && askToken(loaded, baseUrl, contract);
  const deployment = await (options.baseUrl === undefined
    ? start(options, adapter, interrupt, askLoaded, contract, begun)
    : untilInterrupted(interrupt, named(options, options.baseUrl, adapter, askLoaded, contract)));
  if (deployment === undefined) throw new NothingProven('The run was ended before a token was available.');
  // If both tokens were the same, the run would take its own invoices for those of another account.
  if (deployment.otherToken === deployment.token) {
    await deployment.stop();
    throw new UsageError(
      'The other token is the same as the token: set --other-token, or OTHER_TOKEN, to a token of another account.',
    );
  }
  return deployment;
}

/** Returns whether a token is needed to check this contract. */
const demandsToken = (contract: Contract | undefined): boolean =>
  !contract?.plain || contract.operations.some(({ plain }) => plain?.demandsCredentials);

type AskToken = (baseUrl: string) => Promise<string | undefined>;

async function named(
  { token: given, otherToken: said, environment }: Options,
  baseUrl: string,
  adapter: AdapterSource,
  ask: AskToken,
  contract: Contract | undefined,
): Promise<Deployment> {
  const otherToken = said ?? environment.otherToken;
  const token = given ?? (await ask(baseUrl));
  if (token === undefined && demandsToken(contract))
    throw new UsageError('No token is set: use --token, TOKEN in the environment, or --token-command.');
  return { baseUrl, token: token ?? '', ...(otherToken !== undefined && { otherToken }), adapter, async stop() {} };
}

/** Gets a token from an adapter. @throws NothingProven if it returns none */
export async function askToken(adapter: Adapter, baseUrl: string, contract: Contract | undefined): Promise<string> {
  const asked = askAdapter('token', async () => adapter.token?.({ baseUrl }));
  const token = await asked.catch((error: Error) => {
    throw new NothingProven(error.message);
  });
  if (typeof token !== 'string' || !isToken(token, contract?.plain !== undefined))
    throw new NothingProven(
      "The --token-command, or the adapter's token function, did not return a token. It must return exactly one, on one line.",
    );
  return token;
}

/** Loads the adapter in the options. @throws UsageError if that fails, or NothingProven if the run is ended first */
export async function readAdapter(options: Options, interrupt: AbortSignal): Promise<Adapter> {
  const loading = loadAdapter(adapterSource(options)).catch((error: Error) => {
    throw new UsageError(error.message);
  });
  const adapter = await untilInterrupted(interrupt, loading);
  if (adapter === undefined) throw new NothingProven('The run was ended while the adapter was loading.');
  return adapter;
}

/** Loads the adapter of a deployment. If the adapter has no `restart`, adds the deployment's own `restart`, if there is one. */
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
  ask: AskToken,
  contract: Contract | undefined,
  begun: Begun | undefined,
): Promise<Deployment> {
  if (command === undefined)
    throw new UsageError('There is nothing to check: use --base-url and --token. --help lists the options.');
  const tokenAt = async (baseUrl: string) => token ?? (await ask(baseUrl)) ?? (demandsToken(contract) ? undefined : '');
  const started = await startCommand(command, startAtMost, interrupt, tokenAt, begun).catch((error: Error) => {
    throw error instanceof NothingProven ? error : new NothingProven(`The server to check did not start: ${error.message}`);
  });
  // A server that prints no token may print a URL that ends with `/api/v1`, which is not part of the base URL.
  const baseUrl = contract?.plain || started.saysToken ? started.baseUrl : started.baseUrl.replace(/\/api\/v1$/, '');
  // Prefers a printed token, which belongs to this server. One from the environment may belong to another deployment.
  const otherToken = said ?? started.otherToken ?? environment.otherToken;
  // A server that prints a JSON line with a token is assumed to be the project's sandbox, unless the user chose an adapter.
  const isOurs = started.saysToken && adapter.module === undefined && adapter.payCommand === undefined;
  const chosen = isOurs ? { ...adapter, module: 'sandbox' } : adapter;
  return { ...started, baseUrl, started: command, ...(otherToken !== undefined && { otherToken }), adapter: chosen };
}

/** Returns the shell command that reads a payment as a JSON line and prints its receipt. Undefined if there is none. */
export function payWords({ pay }: Options, { adapter, baseUrl }: Deployment): string | undefined {
  if (pay !== undefined) return pay;
  if (adapter.module !== 'sandbox') return undefined;
  const ask = `curl -sS -X POST '${baseUrl}/sandbox/payments' -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' --data-binary @-`;
  return `sed 's/"invoice":{"id":\\("[^"]*"\\)}/"invoiceId":\\1/' | ${ask} | sed -n 's/.*"webReceipt":"\\([^"]*\\)".*/\\1/p'`;
}
