import type { RunningServer } from '../src/engine/running-server.ts';
import { startCoreServer } from './core/start-core-server.ts';
import type { CoreSteps } from './core/steps.ts';
import { type FullChanges, startClosedServer, startFullServer } from './full/start-full-server.ts';
import type { Habits } from './second/habits.ts';
import { startSecondServer } from './second/start-second-server.ts';
import type { StartOptions } from './serve-requests.ts';

/** Replaced steps. If they hold state, a function makes them at each start. */
type Replaced<Steps> = Steps | (() => Steps);

/** The core server with some steps replaced. */
export interface OnCore {
  coreSteps: Replaced<Partial<CoreSteps>>;
}

/** The full server with some steps replaced. */
export interface OnFull {
  fullSteps: Replaced<FullChanges>;
  /** True if the server is not a sandbox. */
  noSandbox?: boolean;
}

/** The second server with some habits changed. */
export interface OnSecond {
  habits: Replaced<Partial<Habits>>;
}

/** A server that starts itself, because replaced steps cannot describe it. */
export interface OnItsOwn {
  start(options?: StartOptions): Promise<RunningServer>;
}

/** Starts the server that a fault or a variant describes. */
export function startServer(described: OnCore | OnFull | OnSecond | OnItsOwn, options?: StartOptions): Promise<RunningServer> {
  if ('coreSteps' in described) return startCoreServer(made(described.coreSteps), options);
  if ('fullSteps' in described) {
    const start = described.noSandbox ? startClosedServer : startFullServer;
    return start(made(described.fullSteps), options);
  }
  if ('habits' in described) return startSecondServer(made(described.habits), options);
  return described.start(options);
}

function made<Steps extends object>(replaced: Replaced<Steps>): Steps {
  return typeof replaced === 'function' ? replaced() : replaced;
}
