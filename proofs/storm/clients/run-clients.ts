import { setTimeout as sleep } from 'node:timers/promises';
import type { History } from '../history.ts';
import { planWork } from '../plan/plan-work.ts';
import type { StormTokens } from '../stage/keep-tokens.ts';
import { type Stage, submitsPerInvoice } from '../stage/set-stage.ts';
import { callServers } from './call-servers.ts';
import { doPress } from './do-press.ts';
import { doPurchase, type KnownInvoices } from './do-purchase.ts';
import { doWithdrawal } from './do-withdrawal.ts';

/** Clients that work at the same time. */
const clientCount = 8;

/** The parts of the clients' work. */
export interface ClientSettings {
  seed: number;
  stage: Stage;
  history: History;
  tokens: StormTokens;
  callbackUrl: string;
  /** Tells when nobody begins anything new. */
  isDone: () => boolean;
}

/** Has clients do their planned work until `isDone`, and returns the invoices that they know of. */
export async function runClients({ seed, stage, history, tokens, callbackUrl, isDone }: ClientSettings): Promise<KnownInvoices> {
  const { servers } = stage;
  const known: KnownInvoices = [];
  const run = async (_: unknown, client: number) => {
    const caller = callServers(client, servers, history);
    for (let number = 0; !isDone(); number++) {
      const work = planWork(seed, client, number, servers.length);
      const key = `storm-${seed}-${client}-${number}`;
      const [first] = known;
      if (work.kind === 'purchase') await doPurchase(work, key, callbackUrl, caller, known);
      else if (work.kind === 'press') await doPress(work, key, servers.length, submitsPerInvoice, callbackUrl, caller);
      else if (first !== undefined) await doWithdrawal(work, first, servers.length, caller, tokens, history);
      await sleep(work.pause);
    }
  };
  await Promise.all(Array.from({ length: clientCount }, run));
  return known;
}
