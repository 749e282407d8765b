import type { TlsSettings } from '../../http/connection.ts';
import type { Options } from '../options/parse-options.ts';
import { readTls } from '../options/read-connection.ts';
import { parseUrl, readArguments, readProfile } from '../options/read-values.ts';
import { UsageError } from '../options/usage-error.ts';

export interface WatchOptions extends Pick<Options, 'profile' | 'features' | 'strict' | 'contract' | 'noColour'> {
  listen: { host: string; port: number };
  upstream: URL;
  out: string;
  /** Milliseconds between two printed summaries. */
  every: number;
  /** Certificates for the connection to the server. */
  tls?: TlsSettings;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
  ...{ listen: text, upstream: text, profile: text, features: text, out: text, every: text, contract: text },
  ...{ ca: text, 'client-cert': text, 'client-key': text },
  ...{ strict: flag, 'no-color': flag },
  help: { ...flag, short: 'h' },
} as const;

/**
 * Parses the command line of `watch`. Returns undefined if it asks for help.
 * @throws UsageError if an option is wrong
 */
export function parseWatchOptions(args: string[]): WatchOptions | undefined {
  const { values } = readArguments({ args, options, tokens: true }, 'watch --help');
  if (values.help) return undefined;
  for (const [name, value] of Object.entries(values)) if (value === '') throw new UsageError(`--${name} is empty.`);
  if (values.listen === undefined) throw new UsageError('Set where to listen: --listen PORT or --listen HOST:PORT.');
  if (values.upstream === undefined) throw new UsageError('Set where the traffic goes: --upstream URL.');
  const profile = readProfile(values.profile ?? 'core');
  const { every = '60' } = values;
  const seconds = /^\d+(\.\d+)?$/.test(every) ? Number(every) : Number.NaN;
  if (!(seconds >= 1 && seconds <= 86_400))
    throw new UsageError(`--every must be a number of seconds from 1 to 86400, not "${every}".`);
  const upstream = readUpstream(values.upstream);
  const tls = readTls(values);
  if (tls !== undefined && upstream.protocol !== 'https:')
    throw new UsageError('--ca and --client-cert need an --upstream with https.');
  return {
    listen: readListen(values.listen),
    ...{ upstream, profile, ...(tls && { tls }) },
    features: values.features?.split(',').map((name) => name.trim()) ?? [],
    strict: values.strict ?? false,
    out: values.out ?? 'conformance-report',
    every: seconds * 1000,
    ...(values.contract !== undefined && { contract: values.contract }),
    noColour: values['no-color'] ?? false,
  };
}

function readListen(value: string): WatchOptions['listen'] {
  const [, host = '127.0.0.1', port] = /^(?:(.+):)?(\d{1,5})$/.exec(value) ?? [];
  if (port === undefined || Number(port) > 65_535)
    throw new UsageError(`--listen must be a port, or an address and a port such as 0.0.0.0:9000, not "${value}".`);
  return { host: host.replace(/^\[(.*)]$/, '$1'), port: Number(port) };
}

function readUpstream(value: string): URL {
  const url = parseUrl(value);
  if (!url || url.username || url.password || url.search || url.hash)
    throw new UsageError(`--upstream must be a URL without user and query, such as https://pay.example.com, not "${value}".`);
  return new URL(url.href.replace(/(?<!\/)\/+$/, '').replace(/\/api\/v1$/, ''));
}

export const watchHelp = `Passes live traffic on, byte for byte, and judges it: what needs no request of its own.

  payment-invoice-conformance watch --listen PORT --upstream URL [options]

  --listen PORT      where clients connect to: a port of 127.0.0.1, or HOST:PORT
  --upstream URL     what stands before /api/v1 at the deployment
  --profile NAME     core (default) or full: what the deployment is held to
  --features A,B     only these features beside core
  --strict           a broken SHOULD is a failure
  --contract FILE    another contract than the one that comes with the suite
  --ca FILE          PEM: an authority to trust beside the usual ones, for an upstream of https
  --client-cert FILE, --client-key FILE    PEM: what to show an upstream that asks for it
  --every SECONDS    between two summaries, for which the reports are written anew (default: 60)
  --out FOLDER       where report.html, report.json, junit.xml go (default: conformance-report)
  --no-color         no colours on a terminal

Ctrl-C ends it and leaves the reports. Exit 1: a requirement broke. 0: none broke in what passed. 2: nothing was judged.
It sends nothing itself, so it provokes no refusal, limit or race, and its verdict proves less than a run. It masks tokens and receipts.
`;
