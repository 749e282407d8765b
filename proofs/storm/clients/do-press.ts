import { setTimeout as sleep } from 'node:timers/promises';
import type { Press } from '../plan/plan-work.ts';
import type { Caller } from './call-servers.ts';
import { idIn, paths } from './do-purchase.ts';

/** Times that it tries to get there. */
const mostRounds = 8;

/** Submits rubbish to one invoice, at all servers at once, until the limit refuses some of it. */
export async function doPress(
  plan: Press,
  key: string,
  servers: number,
  limit: number,
  callbackUrl: string,
  caller: Caller,
): Promise<void> {
  const body = { cashTag: '$press', amount: 1, callbackUrl };
  const created = await caller.insist(plan.createAt, { operation: 'create', path: paths.create, body, key });
  if (created?.status !== 200) return;
  const invoice = idIn(created);
  const rubbish = { invoiceId: invoice, webReceipt: 'a.b.c' };
  const submit = (_: unknown, index: number) =>
    caller.send(index % servers, { operation: 'submit', path: paths.submit, body: rubbish, invoice });
  // Where a fault refuses all of it, it is worth another round.
  for (let round = 0; round < mostRounds; round++) {
    const calls = await Promise.all(Array.from({ length: Math.ceil(limit * 0.75) }, submit));
    if (calls.some(({ status }) => status === 429)) return;
    await sleep(100);
  }
}
