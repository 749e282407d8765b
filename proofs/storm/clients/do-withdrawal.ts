import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type History, timeNow } from '../history.ts';
import type { Withdrawal } from '../plan/plan-work.ts';
import type { StormTokens } from '../stage/keep-tokens.ts';
import type { Caller } from './call-servers.ts';
import { paths } from './do-purchase.ts';

/** Uses a token of its own, revokes it, and uses it at every server again and again. */
export async function doWithdrawal(
  plan: Withdrawal,
  invoice: string,
  servers: number,
  caller: Caller,
  tokens: StormTokens,
  history: History,
): Promise<void> {
  const name = `tok_storm_${randomBytes(8).toString('hex')}`;
  const bearer = await tokens.make(name);
  if (bearer === undefined) return;
  const use = (server: number) =>
    caller.send(server, { operation: 'fetch', path: paths.fetch, body: { invoiceId: invoice }, invoice, token: name, bearer });
  await use(plan.useAt);
  const start = timeNow();
  if (!(await tokens.revoke(name))) return;
  history.add({ kind: 'revocation', token: name, start, end: timeNow() });
  for (let round = 0; round < 3; round++) {
    await Promise.all(Array.from({ length: servers }, (_, server) => use(server)));
    await sleep(100);
  }
}
