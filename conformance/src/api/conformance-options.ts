import type { Adapter } from '../adapter/adapter.ts';
import { type Options, parseOptions } from '../command/options/parse-options.ts';
import { UsageError } from '../command/options/usage-error.ts';

/**
 * Options of a run. Their names and meanings are those of the command's options. An undefined option, such as an unset
 * `process.env.TOKEN`, counts as absent. Variables are read only from `environment`.
 */
export interface ConformanceOptions {
  /** The part of the API's URLs before `/api/v1`. */
  baseUrl?: string | undefined;
  /** A token that the deployment accepts. */
  token?: string | undefined;
  /** A command that prints a token. The suite runs it if `token` is missing, and when the deployment refuses the token. */
  tokenCommand?: string | undefined;
  /** A token of another account. */
  otherToken?: string | undefined;
  /** A command that starts the deployment, for use instead of `baseUrl`. The suite ends the deployment after the run. */
  start?: string | undefined;
  /** `core` (the default) checks what the source document requires. `full` also checks every feature of the contract. */
  profile?: 'core' | 'full' | undefined;
  /** The features to check in addition to core. */
  features?: readonly string[] | undefined;
  /** True if the deployment is not a sandbox. It must then refuse the URLs that only a sandbox may accept. */
  noSandbox?: boolean | undefined;
  /** A cash tag that exists in the deployment. */
  cashTag?: string | undefined;
  /** An amount that the deployment accepts. */
  amount?: number | undefined;
  /** A command that makes a payment and prints its receipt. */
  pay?: string | undefined;
  /** An adapter object, the path of an adapter module, or `sandbox`. An adapter makes payments, and may also move the clock. */
  adapter?: Adapter | string | undefined;
  /** Address of this machine on which the suite receives callbacks, as HOST:PORT. The deployment must be able to call it. */
  callbackListen?: string | undefined;
  /** The public URL that leads to `callbackListen`, such as that of a tunnel. */
  callbackUrl?: string | undefined;
  /** The secret with which the deployment signs callbacks, written exactly as the deployment shows it. */
  callbackSecret?: string | undefined;
  /** Seconds to wait for a callback. Default: 10. */
  callbackWait?: number | undefined;
  /** Path of a PEM file with a certificate authority that the suite trusts in addition to the usual authorities. */
  ca?: string | undefined;
  /** Path of a PEM file with the client certificate for the deployment. */
  clientCert?: string | undefined;
  /** Path of a PEM file with the private key of the client certificate, if the certificate's file does not contain it. */
  clientKey?: string | undefined;
  /** Headers to send with every request, each as `Name: value`, for a proxy or gateway in front of the deployment. */
  header?: string | readonly string[] | undefined;
  /** Run only the cases with these ids, or with ids that begin with one of these strings. */
  case?: string | readonly string[] | undefined;
  /** Run only the cases of these operations. */
  operation?: string | readonly string[] | undefined;
  /** Run only the cases of these requirements. */
  requirement?: string | readonly string[] | undefined;
  /** Run only the cases of these clauses. */
  clause?: string | readonly string[] | undefined;
  /** Run only the cases that failed according to the last report in `out`. */
  failed?: boolean | undefined;
  /** Count a violated SHOULD as a failure. */
  strict?: boolean | undefined;
  /** Let the run pass only if it has tried every statement that it can try. */
  strictStatements?: boolean | undefined;
  /** End the run at its first failure. */
  bail?: boolean | undefined;
  /** Path of the contract to use instead of the suite's own, such as a changed copy. */
  contract?: string | undefined;
  /** Path of a file that lists failures to tolerate. */
  knownFailures?: string | undefined;
  /** Prove that the suite would notice defects of this deployment: cases must fail after recorded responses are changed. */
  selfCheck?: boolean | undefined;
  /** Number of cases that run concurrently. */
  concurrency?: number | undefined;
  /** Maximum number of requests per second. */
  rate?: number | undefined;
  /** Seconds to wait for the response to one request. Default: 10. */
  timeout?: number | undefined;
  /** Maximum number of seconds to wait until the deployment stops responding with 429. Default: 60. */
  maxWait?: number | undefined;
  /** The seed of the random values. Each report contains the seed of its run. */
  seed?: number | undefined;
  /** Folder for the reports. If it is missing, no reports are written. */
  out?: string | undefined;
  /**
   * Variables to use for missing options, for example `process.env`: BASE_URL, TOKEN, OTHER_TOKEN, CALLBACK_SECRET, HTTP_PROXY,
   * HTTPS_PROXY, NO_PROXY.
   */
  environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Aborting this signal ends the run early, with a report on the results so far. */
  signal?: AbortSignal | undefined;
  /** Called with the lines that the command prints before and during a run: the plan, and then what the run is waiting for. */
  onNotice?: ((lines: string) => void) | undefined;
}

/** Command options that a program cannot use, because they only affect printing or replace the usual run. */
const ofCommand = ['list', 'checkPlan', 'dryRun', 'replay', 'har', 'json', 'help', 'version', 'all', 'noColor'];

/** Checks options as the command does. Also returns them as command arguments. @throws UsageError with the command's message */
export function readConformanceOptions(given: ConformanceOptions): { options: Options; args: string[] } {
  const { environment = {}, signal: _signal, onNotice: _onNotice, adapter, ...rest } = given;
  const wrong = Object.keys(rest).find((name) => ofCommand.includes(name));
  if (wrong !== undefined) throw new UsageError(`"${wrong}" is an option of the command only, not of runConformance.`);
  const [module, made] = typeof adapter === 'object' ? [{}, { adapter }] : [{ adapter }, {}];
  const args = Object.entries({ ...rest, ...module }).flatMap(([name, value]) => toArguments(name, value));
  const { out: _usual, ...options } = parseOptions(args, environment);
  return { options: { ...options, ...made, ...(rest.out !== undefined && { out: rest.out }) }, args };
}

function toArguments(name: string, value: unknown): string[] {
  const dashed = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (value === undefined || value === false) return [];
  if (value === true) return [dashed];
  if (name === 'features' && Array.isArray(value)) return value.length > 0 ? [`${dashed}=${value.join(',')}`] : [];
  return [value].flat().map((one) => `${dashed}=${one}`);
}
