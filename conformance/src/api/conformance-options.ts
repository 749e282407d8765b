import type { Adapter } from '../adapter/adapter.ts';
import { type Options, parseOptions } from '../command/options/parse-options.ts';
import { UsageError } from '../command/options/usage-error.ts';

/**
 * The options of a run, by the names and with the meaning of the command's options. Undefined values count as absent, so that
 * `process.env.TOKEN` can be passed directly. Only `environment` is read for variables.
 */
export interface ConformanceOptions {
  /** The URL before `/api/v1`. */
  baseUrl?: string | undefined;
  /** An auth token of the deployment. */
  token?: string | undefined;
  /**
   * A command that prints a token: the first if `token` is missing, and the next when the deployment no longer accepts the last.
   */
  tokenCommand?: string | undefined;
  /** A token of another account. */
  otherToken?: string | undefined;
  /** A command that starts the deployment, in place of a base URL. The deployment ends with the run. */
  start?: string | undefined;
  /** `core` (the default): what the source document states. `full`: also every feature of the contract. */
  profile?: 'core' | 'full' | undefined;
  /** Only these features, in addition to core. */
  features?: readonly string[] | undefined;
  /** States that the deployment is not a sandbox, so that it must refuse URLs that only a sandbox may accept. */
  noSandbox?: boolean | undefined;
  /** A cash tag that the deployment knows. */
  cashTag?: string | undefined;
  /** An amount that the deployment accepts. */
  amount?: number | undefined;
  /** A command that makes a payment. */
  pay?: string | undefined;
  /** Makes payments, and may do more, such as move the clock: an adapter, the path of an adapter module, or `sandbox`. */
  adapter?: Adapter | string | undefined;
  /** An address of this machine that the deployment can call, as HOST:PORT. */
  callbackListen?: string | undefined;
  /** The public URL in front of that address: a public name or a tunnel. */
  callbackUrl?: string | undefined;
  /** The secret that signs callbacks, as the deployment shows it. */
  callbackSecret?: string | undefined;
  /** Seconds to wait for a callback; 10 by default. */
  callbackWait?: number | undefined;
  /** Path of a PEM file with a certificate authority to trust besides the usual ones. */
  ca?: string | undefined;
  /** Path of a PEM file with a client certificate to show the deployment. */
  clientCert?: string | undefined;
  /** Path of a PEM file with the key of the client certificate, if that is in another file. */
  clientKey?: string | undefined;
  /** Headers that are sent with every request, for a proxy or gateway in front of the deployment: `Name: value`. */
  header?: string | readonly string[] | undefined;
  /** Only these cases, by id or by the beginning of an id. */
  case?: string | readonly string[] | undefined;
  /** Only the cases of these operations. */
  operation?: string | readonly string[] | undefined;
  /** Only the cases of these requirements. */
  requirement?: string | readonly string[] | undefined;
  /** Only the cases of these clauses. */
  clause?: string | readonly string[] | undefined;
  /** Only the cases that failed in the last report in `out`. */
  failed?: boolean | undefined;
  /** Counts a broken SHOULD as a failure. */
  strict?: boolean | undefined;
  /** Prevents the run from passing if a statement was not tried. */
  strictStatements?: boolean | undefined;
  /** Ends the run at its first failure. */
  bail?: boolean | undefined;
  /** The path of another contract, such as a changed copy, to use instead of the suite's own. */
  contract?: string | undefined;
  /** The path of a list of tolerated failures. */
  knownFailures?: string | undefined;
  /** Proves on this deployment that the suite would notice defects. */
  selfCheck?: boolean | undefined;
  /** Number of cases that run at once. */
  concurrency?: number | undefined;
  /** Maximum number of requests per second. */
  rate?: number | undefined;
  /** Seconds to wait for the response to one request; 10 by default. */
  timeout?: number | undefined;
  /** Seconds to wait for a 429 to end; 60 by default. */
  maxWait?: number | undefined;
  /** The seed of random values. A report states the seed that it used. */
  seed?: number | undefined;
  /** Folder for the reports. Without it, none are written. */
  out?: string | undefined;
  /**
   * Variables that replace missing options, such as `process.env`: BASE_URL, TOKEN, OTHER_TOKEN, CALLBACK_SECRET, HTTP_PROXY,
   * HTTPS_PROXY, NO_PROXY.
   */
  environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Ends the run early. */
  signal?: AbortSignal | undefined;
  /** Called with the lines that the command prints before and during a run: the plan, and what it waits for. */
  onNotice?: ((lines: string) => void) | undefined;
}

/** Options that only the command has, because they print something or replace the run. */
const ofCommand = ['list', 'checkPlan', 'dryRun', 'replay', 'har', 'json', 'help', 'version', 'all', 'noColor'];

/**
 * Reads options as the command does, and returns them with the equivalent command-line arguments.
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
