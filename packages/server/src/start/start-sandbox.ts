import type { ServerSettings } from '../settings/server-settings.ts';
import type { ServerOverrides } from './server-overrides.ts';
import { type RunningServer, startServer } from './start-server.ts';

/** A sandbox that accepts requests, with its first tokens. */
export interface RunningSandbox extends RunningServer {
  token: string;
  otherToken: string;
  callbackSecret: string;
}

/**
 * Starts the reference server as a sandbox.
 * @throws StartError with a sentence about what prevents it
 */
export async function startSandbox(settings: Omit<ServerSettings, 'mode'> & ServerOverrides): Promise<RunningSandbox> {
  const { token = '', otherToken = '', callbackSecret = '', ...server } = await startServer({ ...settings, mode: 'sandbox' });
  return { ...server, token, otherToken, callbackSecret };
}
