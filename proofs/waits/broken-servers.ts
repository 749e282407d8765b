/** Servers that are broken or slow, so that a run has to wait, and a correct server to compare with. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type FullChanges, startFullServer } from '../../conformance/servers/full/start-full-server.ts';
import type { RunningServer } from '../../conformance/src/engine/running-server.ts';
import { type Front, startFront } from '../../conformance/testing/start-front.ts';

/** A server to run the suite against. The table has a row for it. */
export interface Waited {
  name: string;
  title: string;
  start(): Promise<RunningServer>;
}

/** A promise that never settles. */
const never = (): Promise<void> => new Promise(() => undefined);

/** Changes the server so that it calls `change` with the number of each request, counted from 1. */
const numbered = (change: (count: number) => void | Promise<void>): FullChanges => {
  let count = 0;
  return { request: () => change(++count) };
};

/** Starts the full server with its rate limits on. The suite cannot turn them off. */
async function startLimited(): Promise<RunningServer> {
  const running = await startFullServer();
  const { limitRates, ...adapter } = running.adapter ?? {};
  await limitRates?.(true, running);
  return { ...running, adapter };
}

const changed = (changes: FullChanges) => () => startFullServer(changes);
const behind = (front: Front) => async () => startFront(await startFullServer(), front);

export const brokenServers: readonly Waited[] = [
  { name: 'sound', title: 'nothing is broken', start: changed({}) },
  { name: 'no-callbacks', title: 'it sends no callback', start: changed({ callbacks: { mayCall: () => false } }) },
  { name: 'late-callbacks', title: 'each callback is 5 s late', start: changed({ callbacks: { leave: () => sleep(5000) } }) },
  { name: 'no-expiry', title: 'no invoice expires', start: changed({ lifecycle: { expire: () => false } }) },
  {
    name: 'all-403',
    title: 'it refuses everything with 403',
    start: behind({ instead: { after: 0, status: 403, type: 'text/html', text: '<title>Attention required</title>' } }),
  },
  {
    name: 'begins-403',
    title: 'it refuses everything with 403, after 300 requests',
    start: behind({ instead: { after: 300, status: 403, type: 'text/html', text: '<title>Attention required</title>' } }),
  },
  {
    name: 'full-disk',
    title: 'it fails each create with 500, after 300 requests',
    start: behind({ instead: { after: 300, status: 500, type: 'text/plain', text: 'no space left on device', toCreates: true } }),
  },
  { name: 'slow', title: 'each response takes 300 ms', start: changed({ request: () => sleep(300) }) },
  { name: 'hangs-up', title: 'it hangs up in place of a refusal', start: behind({ dropsRefusals: true }) },
  { name: 'gone', title: 'it is gone after 300 requests', start: behind({ diesAfter: 300 }) },
  {
    name: 'silent',
    title: 'it responds to nothing after 300 requests',
    start: changed(numbered((count) => (count > 300 ? never() : undefined))),
  },
  {
    name: 'lost',
    title: 'one request in fifty gets no response',
    start: changed(numbered((count) => (count % 50 === 0 ? never() : undefined))),
  },
  { name: 'limits-on', title: 'its limits are on, and nobody can turn them off', start: startLimited },
];
