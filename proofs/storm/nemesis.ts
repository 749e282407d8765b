import { setTimeout as sleep } from 'node:timers/promises';
import { type History, timeNow } from './history.ts';
import type { FaultKind, PlannedFault } from './plan/plan-faults.ts';
import type { Stage } from './stage/set-stage.ts';
import type { Subject } from './stage/start-subject.ts';

/**
 * How long the network waits for a commit, in milliseconds. When a commit comes, the network forwards it and drops the response.
 */
const patience = 3_000;

/**
 * Applies the planned faults to the servers and the database, with all lanes in parallel. Leaves everything running. Returns
 * the number of applied faults. On a slow machine, leaves out faults that are still due at `giveUpAt`.
 */
export async function makeFaults(
  planned: readonly PlannedFault[],
  stage: Stage,
  history: History,
  giveUpAt: number,
): Promise<number> {
  const start = performance.now();
  let made = 0;
  /** Servers that are being restarted. A restart takes a while, so the other faults continue meanwhile. */
  const starting = new Map<number, Promise<void>>();
  const note = ({ kind, lane, server }: PlannedFault, begun: number) => {
    made += 1;
    history.add({ kind: 'fault', fault: kind, server: lane === 'database' ? null : server, start: begun, end: timeNow() });
  };
  const kill = (fault: PlannedFault, subject: Subject, begun: number) => {
    const restart = async () => {
      await subject.kill();
      await sleep(fault.lasts);
      await subject.start();
      starting.delete(fault.server);
      note(fault, begun);
    };
    const restarting = restart();
    // Awaited only after all lanes have ended. Without this handler, an earlier failure would be an unhandled rejection.
    restarting.catch(() => undefined);
    starting.set(fault.server, restarting);
  };
  /** Returns the planned server if it is running, or else the next running server. */
  const findServer = (planned: number): number => {
    const all = stage.servers.map((_, index) => (planned + index) % stage.servers.length);
    return all.find((server) => !starting.has(server)) ?? planned;
  };
  const run = async (lane: PlannedFault['lane']) => {
    const queue = planned.filter((one) => one.lane === lane);
    const most = 2 * queue.length;
    for (let number = 0; number < Math.min(queue.length, most); number++) {
      const next = queue[number];
      if (!next) return;
      const wait = next.at - (performance.now() - start);
      if (wait > 0) await sleep(wait);
      const { kind } = next;
      // Waits until all other servers have restarted. At least one must always run, because otherwise the other faults would have
      // no visible effect.
      if (kind === 'kill-server') await Promise.all(starting.values());
      if (performance.now() > giveUpAt) return;
      const fault = { ...next, server: findServer(next.server) };
      const begun = timeNow();
      const subject = stage.servers[fault.server];
      if (kind === 'kill-server' && subject) kill(fault, subject, begun);
      else if (kind !== 'kill-server' && (await make({ ...fault, kind }, stage))) note(fault, begun);
      // Tries this fault again later, because it is not possible at the moment.
      else queue.push(next);
    }
  };
  await Promise.all([run('servers'), run('database'), run('network')]);
  await Promise.all(starting.values());
  return made;
}

/** Causes one fault, and ends it. Returns false if the fault was not possible. */
async function make(
  { kind, server, lasts }: PlannedFault & { kind: Exclude<FaultKind, 'kill-server'> },
  { servers, networks, database }: Stage,
): Promise<boolean> {
  const [subject, network] = [servers[server], networks[server]];
  if (!subject || !network) return false;
  switch (kind) {
    case 'stop-server':
      subject.signal('SIGSTOP');
      await sleep(lasts);
      subject.signal('SIGCONT');
      return true;
    case 'terminate-backends':
      await database.terminate(server);
      return true;
    case 'crash-database':
      await database.crash(lasts);
      return true;
    case 'freeze-database':
      await database.freeze(lasts);
      return true;
    case 'swallow-answer':
      return network.swallowAnswer(patience);
    case 'stall-network':
      network.stall();
      await sleep(lasts);
      network.resume();
      return true;
    case 'cut-network':
      network.cut();
      return true;
  }
}
