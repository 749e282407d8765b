import type { Press } from '../plan/plan-work.ts';
import type { Caller } from './call-servers.ts';
import { idIn, paths } from './do-purchase.ts';

/** Submits rubbish to one invoice, at all servers at once, half as often again as the limit allows. */
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
  await Promise.all(Array.from({ length: Math.ceil(limit * 1.5) }, submit));
}
