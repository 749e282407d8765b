import type { Adapter } from '../../adapter/adapter.ts';
import type { ConnectionSettings } from '../../http/connection.ts';
import { readHeaders, readProxies, readTls } from './read-connection.ts';
import {
  readArguments,
  readCallbackUrl,
  readListen,
  readNumber,
  readProfile,
  readSecret,
  readToken,
  readUrl,
  readWhole,
} from './read-values.ts';
import { UsageError } from './usage-error.ts';

/** Options of the command. Its help describes them. */
export interface Options {
  baseUrl?: string;
  token?: string;
  tokenCommand?: string;
  /** A command that starts the deployment. Used if there is no base URL. */
  start?: string;
  /** Path of an adapter module, or the adapter object itself. */
  adapter?: string | Adapter;
  pay?: string;
  otherToken?: string;
  profile: 'core' | 'full';
  /** Features beyond core that the deployment claims, in addition to those of the profile. */
  features: string[];
  cashTag?: string;
  amount: number;
  cases?: string[];
  operations?: string[];
  requirements?: string[];
  clauses?: string[];
  /** Run only the cases that failed according to the last report in the folder. */
  failed: boolean;
  /** Run only the cases with exactly these ids. No command-line option sets this; the suite sets it to run failed cases again. */
  ids?: string[];
  /** True if the user says that the deployment is not a sandbox. */
  noSandbox: boolean;
  strict: boolean;
  strictStatements: boolean;
  bail: boolean;
  list: boolean;
  /** Path of the contract to use instead of the suite's own. */
  contract?: string;
  checkPlan: boolean;
  dryRun: boolean;
  /** Path of a report whose failed cases are to be run again. */
  replay?: string;
  /** Path of a HAR file to judge instead of sending requests. */
  har?: string;
  /** Path of a file that lists failures to tolerate. */
  knownFailures?: string;
  selfCheck: boolean;
  /** With `list` or `checkPlan`: print JSON. */
  json: boolean;
  help: boolean;
  version: boolean;
  all: boolean;
  noColour: boolean;
  /** True if the command line contains a profile or features. */
  saysClaims: boolean;
  /** Folder for the reports. If it is missing, no reports are written. */
  out?: string;
  /** Number of cases that run concurrently. By default, the suite adapts it to the deployment. */
  concurrency?: number;
  /** Maximum number of milliseconds for a request. `maxWait` is in milliseconds too. */
  timeout: number;
  maxWait: number;
  /** Maximum number of requests per second. */
  rate?: number;
  seed?: number;
  /** Address on which the suite receives callbacks. `callbackUrl` is the URL at which the deployment reaches this address. */
  callbackListen?: { host: string; port: number };
  callbackUrl?: string;
  callbackSecret?: string;
  /** Secrets from the environment. They are used only if neither the command line nor a started server provides them. */
  environment: { otherToken?: string; callbackSecret?: string };
  /** Milliseconds to wait for a callback. */
  callbackWait: number;
  connection: ConnectionSettings;
}

/** Default number of milliseconds to wait for a callback. */
export const usualCallbackWait = 10_000;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const several = { type: 'string', multiple: true } as const;
const options = {
  ...{ 'base-url': text, token: text, 'token-command': text, 'other-token': text, start: text },
  ...{ adapter: text, pay: text, 'cash-tag': text, amount: text },
  ...{ profile: text, features: text, 'no-sandbox': flag, contract: text },
  ...{ case: several, operation: several, requirement: several, clause: several, failed: flag },
  ...{ list: flag, 'check-plan': flag, 'dry-run': flag, replay: text, har: text },
  ...{ strict: flag, 'strict-statements': flag, bail: flag, 'known-failures': text, 'self-check': flag },
  ...{ concurrency: text, timeout: text, 'max-wait': text, rate: text, seed: text },
  ...{ 'callback-listen': text, 'callback-url': text, 'callback-secret': text, 'callback-wait': text },
  ...{ ca: text, 'client-cert': text, 'client-key': text, header: several },
  ...{ out: text, json: flag, all: flag, 'no-color': flag, version: flag },
  help: { ...flag, short: 'h' },
} as const;

/** Options that only make sense for a run: which cases it contains, and how it is judged. */
const ofRun = [
  ...(['case', 'operation', 'requirement', 'clause', 'failed'] as const),
  ...(['strict-statements', 'bail', 'known-failures', 'self-check'] as const),
];
/** Options about sending requests. They make no sense for recorded traffic. */
const ofRequests = [
  ...(['start', 'adapter', 'pay', 'cash-tag', 'amount', 'token-command', 'ca', 'client-cert', 'client-key', 'header'] as const),
  ...(['concurrency', 'rate', 'timeout', 'max-wait', 'seed', 'callback-listen', 'callback-wait'] as const),
];

/** Reads the command line, and takes missing values from the environment. @throws UsageError if an option is wrong */
export function parseOptions(args: string[], surroundings: Record<string, string | undefined>): Options {
  const { values } = readArguments({ args, options, tokens: true }, '--help');
  const { failed, strict, bail, list, json, help, version, all } = values;
  // Modes that contact no deployment ignore the environment, whose variables are meant for other modes.
  const environment = help || version || list || values['check-plan'] ? {} : surroundings;
  for (const [name, value] of Object.entries(values))
    if ([value].flat().includes('')) throw new UsageError(`--${name} is empty.`);

  if (values.start !== undefined && values['base-url'] !== undefined)
    throw new UsageError('--start and --base-url both say what to check: use only one.');
  if (values.pay !== undefined && values.adapter !== undefined)
    throw new UsageError('--pay and --adapter both say how to pay: use only one. An adapter can do more than pay.');
  if (values['callback-url'] !== undefined && values['callback-listen'] === undefined)
    throw new UsageError(
      "--callback-url is the public URL of the suite's listener: also set --callback-listen, where it listens.",
    );
  const modes = (['list', 'check-plan', 'dry-run', 'replay', 'har'] as const).filter((name) => values[name]);
  if (modes.length > 1) throw new UsageError(`--${modes[0]} and --${modes[1]} are different tasks: use only one.`);
  const refuse = (why: string, names: readonly (keyof typeof values)[]): void => {
    const wrong = names.find((name) => values[name] !== undefined && values[name] !== false);
    if (wrong !== undefined) throw new UsageError(`${why}; it cannot be combined with --${wrong}.`);
  };
  if (values.replay !== undefined)
    refuse('--replay runs the failures of a report as they were run', [...ofRun, 'profile', 'features', 'strict']);
  const whole = (['known-failures', 'self-check'] as const).find((name) => values[name]);
  if (bail && whole)
    throw new UsageError(`--bail ends a run at its first failure, but --${whole} needs a whole run: use only one.`);
  if (values.har !== undefined) refuse('--har checks recorded traffic and sends nothing', [...ofRun, ...ofRequests]);
  if (json && !list && !values['check-plan'])
    throw new UsageError('--json works only with --list and --check-plan; a run writes report.json into --out.');
  // The command line takes precedence over the environment, so --start wins over BASE_URL.
  const baseUrl =
    values['base-url'] ??
    (values.start === undefined && values.har === undefined ? environment.BASE_URL || undefined : undefined);
  const tls = readTls(values);
  if (tls !== undefined && baseUrl?.startsWith('http:'))
    throw new UsageError('--ca and --client-cert need a base URL with https.');
  const token = values.token ?? (environment.TOKEN || undefined);
  const isOther = values.contract !== undefined;
  return {
    ...optional('baseUrl', baseUrl === undefined ? undefined : readUrl(baseUrl, isOther)),
    ...optional('token', token === undefined ? undefined : readToken('token', token, isOther)),
    ...optional('tokenCommand', values['token-command']),
    ...optional('start', values.start ?? (environment.CONFORMANCE_START || undefined)),
    ...optional('adapter', values.adapter),
    ...optional('pay', values.pay),
    ...optional('otherToken', values['other-token'] && readToken('other-token', values['other-token'], isOther)),
    profile: readProfile(values.profile ?? 'core'),
    features: values.features?.split(',').map((name) => name.trim()) ?? [],
    ...optional('cashTag', values['cash-tag']),
    ...optional('cases', values.case),
    ...optional('operations', values.operation),
    ...optional('requirements', values.requirement),
    ...optional('clauses', values.clause),
    ...{ failed, strict, bail, list, json, help, version, all },
    amount: readNumber('amount', values.amount ?? '12.34', 0.000001, 1e15),
    noSandbox: values['no-sandbox'],
    strictStatements: values['strict-statements'],
    ...optional('contract', values.contract),
    checkPlan: values['check-plan'],
    dryRun: values['dry-run'],
    ...optional('replay', values.replay),
    ...optional('har', values.har),
    ...optional('knownFailures', values['known-failures']),
    selfCheck: values['self-check'],
    noColour: values['no-color'] || Boolean(environment.NO_COLOR) || environment.TERM === 'dumb',
    saysClaims: values.profile !== undefined || values.features !== undefined,
    // A replay writes reports only into a folder that the user named. The default folder may contain the report that it reads.
    ...optional('out', values.out ?? (values.replay === undefined ? 'conformance-report' : undefined)),
    ...(values.concurrency !== undefined && { concurrency: readWhole('concurrency', values.concurrency, 1, 64) }),
    timeout: readNumber('timeout', values.timeout ?? '10', 0.01, 600) * 1000,
    maxWait: readNumber('max-wait', values['max-wait'] ?? '60', 0, 3600) * 1000,
    ...optional('rate', values.rate === undefined ? undefined : readNumber('rate', values.rate, 0.01, 10_000)),
    ...optional('callbackListen', values['callback-listen'] === undefined ? undefined : readListen(values['callback-listen'])),
    ...optional('callbackUrl', values['callback-url'] === undefined ? undefined : readCallbackUrl(values['callback-url'])),
    ...optional('callbackSecret', readSecret(values['callback-secret'])),
    environment: {
      ...optional('otherToken', environment.OTHER_TOKEN ? readToken('other-token', environment.OTHER_TOKEN, isOther) : undefined),
      ...optional('callbackSecret', readSecret(environment.CALLBACK_SECRET || undefined)),
    },
    callbackWait: readNumber('callback-wait', values['callback-wait'] ?? String(usualCallbackWait / 1000), 0.01, 3600) * 1000,
    connection: {
      ...optional('tls', tls),
      ...optional('headers', values.header && readHeaders(values.header)),
      ...optional('proxies', readProxies(environment)),
    },
    ...optional('seed', values.seed === undefined ? undefined : readWhole('seed', values.seed, 0, 2 ** 31 - 1)),
  };
}

function optional<Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [N in Name]: Value });
}
