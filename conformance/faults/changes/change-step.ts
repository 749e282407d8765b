import type { FullChanges } from '../../servers/full/start-full-server.ts';
import type { FullSteps } from '../../servers/full/steps.ts';

/** Acts on each request before it is checked. */
export const onRequest = (request: FullSteps['request']): FullChanges => ({ request });

/** Acts on each response before it is sent. */
export const onReply = (reply: FullSteps['reply']): FullChanges => ({ reply });

/** Acts on the stored data when the server restarts. */
export const onRestart = (restart: FullSteps['restart']): FullChanges => ({ restart });

/** Replaces one step of the lifecycle. */
export function inLifecycle<Name extends keyof FullSteps['lifecycle']>(
  name: Name,
  step: FullSteps['lifecycle'][Name],
): FullChanges {
  return { lifecycle: { [name]: step } };
}

/** Replaces one step of sending a callback. */
export function inCallbacks<Name extends keyof FullSteps['callbacks']>(
  name: Name,
  step: FullSteps['callbacks'][Name],
): FullChanges {
  return { callbacks: { [name]: step } };
}
