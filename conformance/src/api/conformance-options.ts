import type { Adapter } from '../adapter/adapter.ts';
import { type Options, parseOptions } from '../command/options/parse-options.ts';
import { UsageError } from '../command/options/usage-error.ts';

/**
 * The options of a run: those of the command, by the same names and with the same meaning. What is undefined is left out, so that
 * `process.env.TOKEN` can be given as it is; of the environment nothing is read unless it is given.
 */
export interface ConformanceOptions {
  /** The URL that stands before `/api/v1`. */
  baseUrl?: string | undefined;
  /** An auth token of the deployment. */
  token?: string | undefined;
  /** A command that prints a token: the first one where none is given, and another when that is accepted no longer. */
  tokenCommand?: string | undefined;
  /** A token of another account. */
  otherToken?: string | undefined;
  /** Instead of a base URL: a command that starts the deployment, which ends with the run. */
  start?: string | undefined;
  /** core, unless said otherwise: what the source document states. full: every feature of the contract too. */
  profile?: 'core' | 'full' | undefined;
  /** Only these features beside core. */
  features?: readonly string[] | undefined;
  /** It is no sandbox: what only a sandbox may take as a URL is a failure. */
  noSandbox?: boolean | undefined;
  /** A tag that the deployment knows. */
  cashTag?: string | undefined;
  /** An amount that it takes. */
  amount?: number | undefined;
  /** A command that makes a payment. */
  pay?: string | undefined;
  /** Makes payments, and may move the clock: an adapter, the path of a module that is one, or `sandbox`. */
  adapter?: Adapter | string | undefined;
  /** An address of this machine that the deployment can call: HOST:PORT. */
  callbackListen?: string | undefined;
  /** The URL that stands in front of it: a public name or a tunnel. */
  callbackUrl?: string | undefined;
  /** Signs callbacks, as the deployment shows it. */
  callbackSecret?: string | undefined;
  /** Seconds for a callback to come, 10 unless said otherwise. */
  callbackWait?: number | undefined;
  /** Path of a PEM file: an authority to trust beside the usual ones. */
  ca?: string | undefined;
  /** Path of a PEM file: a certificate to show the deployment. */
  clientCert?: string | undefined;
  /** Path of a PEM file: its key, where another file holds it. */
  clientKey?: string | undefined;
  /** Headers of every request, for what stands before the deployment: `Name: value`. */
  header?: string | readonly string[] | undefined;
  /** Only these cases, or those whose ids begin so. */
  case?: string | readonly string[] | undefined;
  /** Only the cases of these operations. */
  operation?: string | readonly string[] | undefined;
  /** Only the cases of these requirements. */
  requirement?: string | readonly string[] | undefined;
  /** Only the cases of these clauses. */
  clause?: string | readonly string[] | undefined;
  /** Only what failed in the last report of `out`. */
  failed?: boolean | undefined;
  /** A broken SHOULD is a failure. */
  strict?: boolean | undefined;
  /** A statement that was not tried keeps the run from passing. */
  strictStatements?: boolean | undefined;
  /** End the run at its first failure. */
  bail?: boolean | undefined;
  /** Another contract than the one that comes with the suite: the path of a copy with a change to try. */
  contract?: string | undefined;
  /** The path of a list of failures that may stay. */
  knownFailures?: string | undefined;
  /** Prove on this deployment that the suite would notice. */
  selfCheck?: boolean | undefined;
  /** Cases at once. */
  concurrency?: number | undefined;
  /** Requests a second, at most. */
  rate?: number | undefined;
  /** Seconds for one request, 10 unless said otherwise. */
  timeout?: number | undefined;
  /** Seconds for a 429 to end, 60 unless said otherwise. */
  maxWait?: number | undefined;
  /** The source of random values; a report names its own. */
  seed?: number | undefined;
  /** Folder for the reports; none are written unless it is named. */
  out?: string | undefined;
  /** Variables that stand in for what is left out, such as `process.env`: BASE_URL, TOKEN, OTHER_TOKEN, CALLBACK_SECRET, HTTP_PROXY, HTTPS_PROXY, NO_PROXY. */
  environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Ends the run early. */
  signal?: AbortSignal | undefined;
  /** Called with what the command prints before and while it runs, in lines: the plan, and what it waits for. */
  onNotice?: ((lines: string) => void) | undefined;
}

/** Options of the command that do something else than a run, or are for its reader. */
const ofCommand = ['list', 'checkPlan', 'dryRun', 'replay', 'har', 'json', 'help', 'version', 'all', 'noColor'];

/**
 * Reads options as the command reads its own, and returns them with the arguments that they stand for.
 * @throws UsageError with the sentence that the command prints
 */
export function readConformanceOptions(given: ConformanceOptions): { options: Options; args: string[] } {
  const { environment = {}, signal: _signal, onNotice: _onNotice, adapter, ...rest } = given;
  const wrong = Object.keys(rest).find((name) => ofCommand.includes(name));
  if (wrong !== undefined) throw new UsageError(`"${wrong}" is an option of the command, and none of a run.`);
  const module = typeof adapter === 'object' ? {} : { adapter };
  const args = Object.entries({ ...rest, ...module }).flatMap(([name, value]) => toArguments(name, value));
  const { out: _usual, ...options } = parseOptions(args, environment);
  return {
    options: { ...options, ...(typeof adapter === 'object' && { adapter }), ...(rest.out !== undefined && { out: rest.out }) },
    args,
  };
}

function toArguments(name: string, value: unknown): string[] {
  const dashed = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (value === undefined || value === false) return [];
  if (value === true) return [dashed];
  if (name === 'features' && Array.isArray(value)) return value.length > 0 ? [`${dashed}=${value.join(',')}`] : [];
  return [value].flat().map((one) => `${dashed}=${one}`);
}
