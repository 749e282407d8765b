import { setTimeout as sleep } from 'node:timers/promises';
import { type History, timeNow } from '../history.ts';
import type { Stage } from '../stage/set-stage.ts';
import type { Caller } from './call-servers.ts';
import { type KnownInvoices, paths } from './run-clients.ts';

/** Seconds of one clock step, after which every invoice has expired and all events except the rarest are due again. */
const step = 900;
/** The maximum number of steps. Together they take less than a day, after which delivered events are deleted. */
const mostSteps = 20;
/** Number of concurrent requests. */
const atOnce = 8;

/** Waits until every server is ready again. Returns a sentence about each server that is not ready in time. */
export async function awaitServers({ servers }: Stage, giveUpAt: number): Promise<string[]> {
  const wait = async (address: string, server: number) => {
    let last = 'no response';
    while (performance.now() < giveUpAt) {
      try {
        const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(6_000) });
        if (response.ok) return [];
        last = String(response.status);
      } catch {
        last = 'no response';
      }
      await sleep(100);
    }
    return [`Server ${server} is not ready after the storm: ${last} from /readyz.`];
  };
  return (await Promise.all(servers.map(({ address }, server) => wait(address, server)))).flat();
}

/** Fetches every invoice that clients know, from one server after another. */
export async function lookAtAll(caller: Caller, known: KnownInvoices, servers: number): Promise<void> {
  const left = [...known.entries()];
  const run = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [index, invoice] = next;
      await caller.insist(index % servers, { operation: 'fetch', path: paths.fetch, body: { invoiceId: invoice }, invoice });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
}

/** Moves the sandbox's clock forward until every invoice is final and every event settled, or until the time is up. */
export async function deliverTheRest({ servers, database }: Stage, history: History, giveUpAt: number): Promise<void> {
  const [server] = servers;
  if (!server) return;
  const count = async (condition: string) => {
    const sql = `SELECT count(*)::integer AS left FROM outbox WHERE settled_at IS NULL AND ${condition}`;
    return (await database.use((client) => client.query<{ left: number }>(sql))).rows[0]?.left ?? 0;
  };
  const until = async (condition: string, end: number) => {
    while ((await count(condition)) > 0 && performance.now() < Math.min(end, giveUpAt)) await sleep(200);
  };
  // A clock step ends every lease, so no event may be leased at that moment.
  await until('leased_by IS NOT NULL', giveUpAt);
  for (let steps = 0; (steps === 0 || (await count('true')) > 0) && steps < mostSteps && performance.now() < giveUpAt; steps++) {
    const start = timeNow();
    const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ advanceSeconds: step }), signal: AbortSignal.timeout(10_000) };
    await fetch(`${server.address}/sandbox/clock`, init).catch(() => undefined);
    history.add({ kind: 'clock-step', start, end: timeNow() });
    await until('true', performance.now() + 4_000);
  }
}
