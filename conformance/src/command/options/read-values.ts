import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

/** Parses an HTTP or HTTPS URL. Returns undefined if the text is not such a URL. */
export function parseUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && ['http:', 'https:'].includes(url.protocol) ? url : undefined;
}

/**
 * Reads the base URL.
 * @param isOther true if the run uses another contract, for which /api/v1 at the end of the URL is kept
 * @throws UsageError if the URL cannot be used
 */
export function readUrl(value: string, isOther: boolean): string {
  const url = parseUrl(value);
  if (!url)
    throw new UsageError(
      `"${value}" is not a URL: set --base-url, or BASE_URL in the environment, to a URL such as https://pay.example.com.`,
    );
  if (url.username || url.password || url.search || url.hash)
    throw new UsageError('--base-url must be a URL without user, password, query and fragment; use --token for the token.');
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  return `${url.origin}${isOther ? path : path.replace(/\/api\/v1$/, '')}`;
}

export function readListen(value: string): { host: string; port: number } {
  const [, host, port] = /^(.+):(\d+)$/.exec(value) ?? [];
  if (host === undefined || Number(port) > 65_535)
    throw new UsageError(`--callback-listen must be an address and a port, such as 0.0.0.0:9000, not "${value}".`);
  return { host: host.replace(/^\[(.*)]$/, '$1'), port: Number(port) };
}

export function readCallbackUrl(value: string): string {
  const url = parseUrl(value);
  if (!url || url.username || url.password || url.search || url.hash)
    throw new UsageError(`--callback-url must be a URL without user and query, such as https://tunnel.example, not "${value}".`);
  return url.href.replace(/(?<!\/)\/+$/, '');
}

export function readSecret(value: string | undefined): string | undefined {
  if (value !== undefined && !/^(whsec_)?[A-Za-z0-9+/]+=*$/.test(value))
    throw new UsageError('--callback-secret must be a secret such as whsec_…, as the deployment shows it.');
  return value;
}

/**
 * Returns whether a token can be sent in a header.
 * @param isOther true if the run uses another contract, whose credentials may contain spaces: `Token …`, or a password
 */
export const isToken = (value: string, isOther: boolean): boolean =>
  (isOther ? /^[\x21-\x7e]+( +[\x21-\x7e]+)*$/ : /^[\x21-\x7e]+$/).test(value);

export function readToken(name: string, value: string, isOther: boolean): string {
  if (!isToken(value, isOther))
    throw new UsageError(`--${name} contains spaces, line breaks or characters that are not allowed in a header.`);
  return value;
}

export function readProfile(value: string): 'core' | 'full' {
  if (value !== 'core' && value !== 'full') throw new UsageError(`--profile must be core or full, not "${value}".`);
  return value;
}

export function readNumber(name: string, value: string, least: number, most: number): number {
  const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most))
    throw new UsageError(`--${name} must be a number from ${least} to ${most}, not "${value}".`);
  return number;
}

export function readWhole(name: string, value: string, least: number, most: number): number {
  const number = readNumber(name, value, least, most);
  if (!Number.isInteger(number)) throw new UsageError(`--${name} must be a whole number, not "${value}".`);
  return number;
}

/**
 * Parses command-line arguments.
 * @param help the option that lists all options, to be named in messages
 * @throws UsageError if an argument is wrong, or an option that is not a list is given twice
 */
export function readArguments<const Config extends ParseArgsConfig & { tokens: true }>(config: Config, help: string) {
  const parsed = parse(config, help);
  const { options = {} } = config;
  const { tokens = [] } = parsed;
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const twice = given.find((name, index) => given.indexOf(name) !== index && !options[name]?.multiple);
  if (twice !== undefined) throw new UsageError(`--${twice} is given twice.`);
  return parsed;
}

function parse<const Config extends ParseArgsConfig & { tokens: true }>(config: Config, help: string) {
  try {
    return parseArgs(config);
  } catch (error) {
    // The first sentence of the message from Node.js describes the mistake.
    const said = (error as Error).message.split(/[.?](?:\s|$)/)[0];
    const [, dashed] = /^Option '(--[\w-]+)' argument is ambiguous/.exec(said ?? '') ?? [];
    const sentence = dashed ? `The value of ${dashed} begins with a dash: write it as ${dashed}=-value` : said;
    throw new UsageError(`${sentence}. ${help} lists the options.`);
  }
}
