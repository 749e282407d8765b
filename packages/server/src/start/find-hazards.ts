import { statSync } from 'node:fs';
import { isLoopbackHost } from '@payment-invoice/kit/urls';
import { StartError } from '../errors/start-error.ts';
import type { ServerPolicy } from './read-policy.ts';

type Settings = Pick<
  ServerPolicy,
  'isSandbox' | 'host' | 'areProxiesSet' | 'callbackKey' | 'receipts' | 'rateLimits' | 'payerLimits' | 'dataDir'
>;

/**
 * Finds likely mistakes in the settings of a live server. Returns a warning about each of them, to be logged. Returns none for a
 * sandbox.
 * @throws StartError if the settings are so unsafe that the server must not start
 */
export function findHazards(settings: Settings, env: NodeJS.ProcessEnv): string[] {
  if (settings.isSandbox) return [];
  refuseWeakKey(settings);
  refuseUnprotectedVerifier(settings);
  refuseSwitchedOffTls(env);
  return [warnOfProxies(settings), warnOfLimits(settings), warnOfRights(settings)].filter((text) => text !== undefined);
}

function refuseWeakKey({ callbackKey }: Settings): void {
  // Rejects a key that was only typed to get the server started, such as all zeros.
  if (callbackKey && new Set(callbackKey).size < 8)
    throw new StartError(
      'CALLBACK_KEY is not secret: its bytes are nearly all the same. Make one with `openssl rand -base64 32`; if secrets were encrypted with this one, replace it with `key replace`.',
    );
}

function refuseUnprotectedVerifier({ receipts }: Settings): void {
  if (!receipts || !('url' in receipts)) return;
  const { protocol, hostname } = new URL(receipts.url);
  if (protocol === 'http:' && !isLoopbackHost(hostname))
    throw new StartError(
      'RECEIPT_VERIFIER_URL is plain http to another machine: anyone in between could read its token and declare any receipt paid. Set it to an https URL, or to a URL on this machine.',
    );
}

function refuseSwitchedOffTls({ NODE_TLS_REJECT_UNAUTHORIZED: checked }: NodeJS.ProcessEnv): void {
  if (checked === '0')
    throw new StartError(
      'NODE_TLS_REJECT_UNAUTHORIZED is 0: the certificates of merchants and the receipt verifier would not be checked. Unset it; NODE_EXTRA_CA_CERTS adds a certificate authority of your own.',
    );
}

function warnOfProxies({ host, areProxiesSet }: Settings): string | undefined {
  if (isLoopbackHost(host) || areProxiesSet) return undefined;
  return `The server listens on ${host} and TRUSTED_PROXIES is not set: behind a proxy all clients would count as one address, and share its limits. Set TRUSTED_PROXIES to the number of proxies in front of it, or to 0 if there is none.`;
}

function warnOfLimits({ rateLimits, payerLimits }: Settings): string | undefined {
  const limits = Object.entries({ ...rateLimits, ...payerLimits });
  const off = limits.filter(([, limit]) => limit === 0).map(([name]) => name);
  if (off.length === 0) return undefined;
  if (off.length < limits.length)
    return `These limits are switched off: ${off.join(', ')}. One client can use up what they protect.`;
  return 'All rate limits are switched off: one client can use up the server. Unset the RATE_… settings to get the default limits.';
}

function warnOfRights({ dataDir }: Settings): string | undefined {
  const found = ['', '/payments.db', '/payments.db-wal', '/payments.db-shm']
    .map((end) => dataDir + end)
    .find((file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o022) !== 0);
  if (found === undefined) return undefined;
  return `Other users of this machine can write ${found}, and so make accounts, tokens and payments. Remove the permission with \`chmod go-w\`.`;
}
