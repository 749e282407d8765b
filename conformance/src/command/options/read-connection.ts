import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent as HttpsAgent } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { Contract } from '../../contract/contract.ts';
import { type ConnectionSettings, proxyOf, type TlsSettings } from '../../http/connection.ts';
import { parseUrl } from './read-values.ts';
import { describeUnread, UsageError } from './usage-error.ts';

/** Values of the TLS options, which are paths of files. */
type TlsFiles = { [Option in 'ca' | 'client-cert' | 'client-key']?: string | undefined };

/**
 * Reads the files of the TLS options.
 * @throws UsageError that says which file or option is wrong
 */
export function readTls({ ca, 'client-cert': cert, 'client-key': key }: TlsFiles): TlsSettings | undefined {
  if (cert === undefined && key !== undefined)
    throw new UsageError('--client-key is the key of a certificate: also set --client-cert.');
  const authorities = ca === undefined ? undefined : { ca: readCertificates('ca', ca) };
  if (cert === undefined) return authorities;
  const shown = readCertificates('client-cert', cert);
  // The file of the certificate may also contain its key.
  const secret = key === undefined ? shown : readPem('client-key', key);
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(secret))
    throw new UsageError(
      key === undefined
        ? `--client-cert ${cert} contains no private key: set --client-key to the file that does.`
        : `--client-key ${key} contains no private key in PEM format: no line begins with "-----BEGIN PRIVATE KEY-----".`,
    );
  try {
    createSecureContext({ cert: shown, key: secret });
  } catch (error) {
    throw new UsageError(`--client-cert ${cert} cannot be used: ${describeKey(error as NodeJS.ErrnoException)}.`);
  }
  return { cert: shown, key: secret, ...authorities };
}

function describeKey({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH') return 'the key belongs to another certificate';
  if (/PASSPHRASE|INTERRUPTED_OR_CANCELLED|BAD_DECRYPT|BAD_PASSWORD/.test(code ?? ''))
    return 'the key is encrypted: write it without a passphrase to a file that only you can read, for example with openssl pkey';
  return message.split('\n')[0] ?? 'it was refused';
}

function readPem(option: keyof TlsFiles, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--${option} ${file} cannot be read: ${describeUnread(error as Error)}.`);
  }
}

function readCertificates(option: keyof TlsFiles, file: string): string {
  const text = readPem(option, file);
  const blocks = text.match(/-----BEGIN (TRUSTED )?CERTIFICATE-----[^-]*-----END (TRUSTED )?CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0)
    throw new UsageError(
      `--${option} ${file} contains no certificate in PEM format: no line begins with "-----BEGIN CERTIFICATE-----".`,
    );
  for (const block of blocks) {
    try {
      new X509Certificate(block);
    } catch {
      throw new UsageError(`--${option} ${file} contains a certificate that cannot be read.`);
    }
  }
  return text;
}

/** Headers about message framing, the sender or content negotiation. Cases set these to test how the deployment reacts. */
const judged =
  /^(authorization|proxy-.*|host|content-.*|transfer-encoding|te|trailer|connection|keep-alive|upgrade|expect|accept(-.*)?|range|if-.*|origin|access-control-.*|user-agent|x-request-id|x-http-method-override)$/i;

/**
 * Reads the headers to add to every request.
 * @throws UsageError if one is malformed
 */
export function readHeaders(values: readonly string[]): [name: string, value: string][] {
  return values.map((text) => {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(\S(?:.*\S)?)[ \t]*$/s.exec(text) ?? [];
    // The message does not quote the header, which may contain a secret.
    if (name === undefined || value === undefined)
      throw new UsageError("--header takes a name and a value, such as 'Cf-Access-Client-Id: 1234'; one that is given is none.");
    if (!/^[\t\x20-\x7e]+$/.test(value))
      throw new UsageError(`--header ${name} contains line breaks or characters that are not allowed in a header.`);
    return [name, value];
  });
}

/**
 * Refuses added headers that the suite sets itself or that the contract defines.
 * @throws UsageError for such a header, or for one that is given twice
 */
export function refuseJudged(contract: Contract, { headers = [] }: ConnectionSettings): void {
  const named = contract.operations.flatMap(({ parameters, plain }) =>
    [
      ...parameters.map(({ name, in: place }) => ({ name, place })),
      ...(plain?.credentials ?? []).map(({ name, kind }) => ({ name, place: kind })),
    ].flatMap(({ name, place }) => (place === 'header' ? name : place === 'cookie' ? 'cookie' : [])),
  );
  const isJudged = (name: string): boolean => judged.test(name) || named.some((one) => one.toLowerCase() === name.toLowerCase());
  const [wrong] = headers.find(([name]) => isJudged(name)) ?? [];
  if (wrong !== undefined)
    throw new UsageError(
      `--header ${wrong} is part of what the suite tests: with another value, a run would prove nothing.${/^authorization$/i.test(wrong) ? ' Use --token for the token.' : ''}`,
    );
  const names = headers.map(([name]) => name.toLowerCase());
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new UsageError(`--header ${twice} is given twice.`);
}

/** Reads the proxy settings from environment variables, whose names may be in upper or lower case. */
export function readProxies(environment: Readonly<Record<string, string | undefined>>): Record<string, string> | undefined {
  const known = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap((name) => {
    const value = environment[name.toLowerCase()] || environment[name];
    return value ? [[name, value] as const] : [];
  });
  return known.some(([name]) => name !== 'NO_PROXY') ? Object.fromEntries(known) : undefined;
}

/** Checks the proxy through which requests reach the deployment, if any. @throws UsageError if the proxy cannot be used */
export function refuseProxy(settings: ConnectionSettings, baseUrl: string): void {
  const name = proxyOf(settings, baseUrl);
  if (name === undefined) return;
  const value = settings.proxies?.[name] ?? '';
  if (!parseUrl(value))
    throw new UsageError(`${name} in the environment is not a proxy that the suite can use: set it to http://HOST:PORT.`);
  try {
    new HttpsAgent({ proxyEnv: { [name]: value } }).destroy();
  } catch {
    // The message does not quote the error from Node.js, which may contain the password.
    throw new UsageError(
      `${name} in the environment has a user or password that cannot be decoded: write characters such as % as percent codes (%25).`,
    );
  }
}
