import { faults } from '../faults/index.ts';
import type { RunningServer } from '../src/engine/running-server.ts';

export function startFault(id: string): Promise<RunningServer> {
  return (faults.find((fault) => fault.id === id) as (typeof faults)[number]).start();
}

/** Starts a server, passes it to a function, closes it, and returns the function's result. */
export async function withSubject<Subject extends { close(): Promise<void> }, Result>(
  start: () => Promise<Subject>,
  use: (running: Subject) => Promise<Result>,
): Promise<Result> {
  const running = await start();
  return use(running).finally(() => running.close());
}
