import type { RunningServer } from '../src/engine/running-server.ts';
import { startCoreServer } from './core/start-core-server.ts';
import type { CoreSteps } from './core/steps.ts';
import { type FullChanges, startClosedServer, startFullServer } from './full/start-full-server.ts';
import type { Habits } from './second/habits.ts';
import { startSecondServer } from './second/start-second-server.ts';
import type { StartOptions } from './serve-requests.ts';

/** The steps to replace. If they have state, they are given as a function, which is called at each start. */
type Replaced<Steps> = Steps | (() => Steps);

/** The core server with some steps replaced. */
export interface OnCore {
  coreSteps: Replaced<Partial<CoreSteps>>;
}

/** The full server with some steps replaced. */
export interface OnFull {
  fullSteps: Replaced<FullChanges>;
  /** True if the server is a live deployment rather than a sandbox. */
  noSandbox?: boolean;
}

/** The second server with some habits changed. */
export interface OnSecond {
  habits: Replaced<Partial<Habits>>;
}

/** A server with its own start function, because replaced steps cannot describe how it differs. */
export interface OnItsOwn {
  start(options?: StartOptions): Promise<RunningServer>;
}

/** Starts the server of a fault or of a variant. */
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
