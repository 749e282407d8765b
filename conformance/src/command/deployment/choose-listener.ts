import { type ListenerSettings, openListener } from '../../callbacks/listener.ts';
import { isHere } from '../../http/connection.ts';
import { type Options, usualCallbackWait } from '../options/parse-options.ts';
import { UsageError } from '../options/usage-error.ts';
import type { Deployment } from './open-deployment.ts';

/** Maximum number of milliseconds to wait for the first callback, unless the user vouches for callbacks or sets a longer wait. */
const unasked = 3000;

/** Returns whether the suite will listen for callbacks. Without a base URL it will: the run starts the server on this machine. */
export function willListen({ callbackListen, baseUrl }: Options): boolean {
  return callbackListen !== undefined || baseUrl === undefined || isHere(baseUrl);
}

/**
 * Chooses the address on which to listen for callbacks: the user's, or a free port if the deployment runs on this machine.
 * @throws UsageError if the suite cannot listen on the address
 */
export async function chooseListener(options: Options, deployment: Deployment): Promise<ListenerSettings | undefined> {
  const { callbackListen, callbackUrl, callbackWait } = options;
  const secret = options.callbackSecret ?? deployment.callbackSecret ?? options.environment.callbackSecret;
  const known = secret === undefined ? {} : { secret, secretIsSure: secret === deployment.callbackSecret };
  if (callbackListen === undefined) {
    if (!isHere(deployment.baseUrl)) return undefined;
    // If the run started the server and knows a secret, the server certainly sends callbacks. Another server might send none.
    const vouched = deployment.started !== undefined && secret !== undefined;
    const unheard = vouched || callbackWait > usualCallbackWait ? {} : { waitUnheard: Math.min(unasked, callbackWait) };
    return { host: '127.0.0.1', port: 0, wait: callbackWait, ...unheard, vouched, ...known };
  }
  const url = callbackUrl === undefined ? {} : { publicUrl: callbackUrl };
  const settings = { ...callbackListen, ...url, wait: callbackWait, vouched: true, ...known };
  // Opens the listener once before the run sends anything, so that a wrong address is reported early.
  const listener = await openListener(settings).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EADDRINUSE' ? 'the port is in use' : error.message;
    throw new UsageError(`--callback-listen ${callbackListen.host}:${callbackListen.port} cannot be used to listen: ${why}.`);
  });
  await listener.close();
  return settings;
}
