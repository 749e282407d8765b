import { type ListenerSettings, openListener } from '../../callbacks/listener.ts';
import { isHere } from '../../http/connection.ts';
import { type Options, usualCallbackWait } from '../options/parse-options.ts';
import { UsageError } from '../options/usage-error.ts';
import type { Deployment } from './open-deployment.ts';

/** Maximum number of milliseconds to wait for a first callback, unless the user vouches for callbacks or sets a longer wait. */
const unasked = 3000;

/** Returns whether the suite will listen for callbacks. Without a base URL, the server runs on this machine. */
export function willListen({ callbackListen, baseUrl }: Options): boolean {
  return callbackListen !== undefined || baseUrl === undefined || isHere(baseUrl);
}

/**
 * Chooses where to listen for callbacks: the address from the user, or a free port if the deployment runs on this machine.
 * @throws UsageError if it cannot listen on the address
 */
export async function chooseListener(options: Options, deployment: Deployment): Promise<ListenerSettings | undefined> {
  const { callbackListen, callbackUrl, callbackWait } = options;
  const secret = options.callbackSecret ?? deployment.callbackSecret ?? options.environment.callbackSecret;
  const known = secret === undefined ? {} : { secret, secretIsSure: secret === deployment.callbackSecret };
  if (callbackListen === undefined) {
    if (!isHere(deployment.baseUrl)) return undefined;
    // A server that was started for this run and printed a secret sends callbacks. Any other server may never send one.
    const vouched = deployment.started !== undefined && secret !== undefined;
    const unheard = vouched || callbackWait > usualCallbackWait ? {} : { waitUnheard: Math.min(unasked, callbackWait) };
    return { host: '127.0.0.1', port: 0, wait: callbackWait, ...unheard, vouched, ...known };
  }
  const settings = {
    ...callbackListen,
    ...(callbackUrl !== undefined && { publicUrl: callbackUrl }),
    wait: callbackWait,
    vouched: true,
    ...known,
  };
  // Listens once before anything is sent, to report a wrong address.
  const listener = await openListener(settings).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EADDRINUSE' ? 'the port is in use' : error.message;
    throw new UsageError(`--callback-listen ${callbackListen.host}:${callbackListen.port} cannot be listened on: ${why}.`);
  });
  await listener.close();
  return settings;
}
