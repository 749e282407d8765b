import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { ThrowawayPostgres } from '../../packages/server/testing/postgres/throwaway-postgres.ts';
import { createRandom } from '../tools/random.ts';
import { checkAll } from './checks/check-all.ts';
import { callServers } from './clients/call-servers.ts';
import { awaitServers, deliverTheRest, lookAtAll, runClients } from './clients/run-clients.ts';
import type { Control } from './controls.ts';
import type { Books, Evidence, Finding } from './evidence.ts';
import { keepHistory } from './history.ts';
import { startReceiver } from './listen-for-calls.ts';
import { makeFaults } from './nemesis.ts';
import { planFaults } from './plan/plan-faults.ts';
import { keepTokens, type Stage, setStage, submitsPerInvoice } from './stage/set-stage.ts';

export interface StormSettings {
  seed: number;
  servers: number;
  seconds: number;
  control: Control | undefined;
  postgres: ThrowawayPostgres;
  /** The folder for the history, the plan, the database content and the logs. */
  out: string;
  /** Called with the name of each phase when it begins. */
  report: (part: string) => void;
}

export interface StormReport {
  findings: Finding[];
  faults: number;
  invoices: number;
  calls: number;
  deliveries: number;
  /**
   * The names of statements that the control should have changed but never did. If there are any, the run with the control
   * proves nothing.
   */
  unchanged: string[];
}

/** How long the servers may take after a storm to become ready and deliver the remaining events, in milliseconds. */
const recovery = 60_000;

/** Runs clients against servers while faults are applied to the servers and their database. Then judges the results. */
export async function runStorm(settings: StormSettings): Promise<StormReport> {
  const { seed, servers: count, seconds, control, postgres, out, report } = settings;
  // With an even seed, the clock of the database looks different to each server. The leases are longer then, to allow for the
  // difference.
  const apart = seed % 2 === 0 ? 5_000 : 0;
  const callbackTimeout = seed % 2 === 0 ? 5_000 : 1_000;
  const history = keepHistory(join(out, 'history.jsonl'));
  const planned = planFaults(seed, count, seconds, postgres.isLocal);
  writeFileSync(join(out, 'faults.json'), `${JSON.stringify(planned, null, 1)}\n`);
  report('starting');
  const stage = await setStage({ postgres, servers: count, control, out, apart, callbackTimeout });
  const ends: (() => Promise<unknown>)[] = [stage.clear];
  try {
    const { token = '', callbackSecret = '' } = stage.servers[0] ?? {};
    const receiver = await startReceiver(createRandom(seed), () => callbackSecret, history);
    ends.push(receiver.close);
    const tokens = await keepTokens(stage.database.url, token);
    ends.push(tokens.close);
    report(`${planned.length} faults`);
    let isDone = false;
    const clients = runClients({
      seed,
      stage,
      history,
      tokens,
      callbackUrl: receiver.url,
      isDone: () => isDone,
    });
    // Awaited only after the faults have ended. Without this handler, an earlier failure would be an unhandled rejection.
    clients.catch(() => undefined);
    const giveUpAt = performance.now() + 3_000 * seconds;
    const faults = await makeFaults(planned, stage, history, giveUpAt).finally(() => {
      isDone = true;
    });
    const known = await clients;
    report(`${faults} faults made, settling`);
    receiver.recover();
    const stuck = await settle(stage, known, settings, history);
    const books = await stage.database.use(readBooks);
    const evidence: Evidence = { lines: history.lines, books, rules: { submitsPerInvoice, apart } };
    writeFileSync(join(out, 'books.json'), `${JSON.stringify(books, null, 1)}\n`);
    return {
      // If a server does not recover, deliveries remain incomplete, so all other findings would only be consequences.
      findings: stuck.length > 0 ? stuck : checkAll(evidence),
      faults,
      invoices: known.length,
      calls: history.lines.filter(({ kind }) => kind === 'call').length,
      deliveries: history.lines.filter(({ kind }) => kind === 'delivery').length,
      unchanged: stage.rewriter.unchanged(),
    };
  } finally {
    history.close();
    await Promise.all(ends.map((end) => end()));
    await stage.database.drop().catch(() => undefined);
  }
}

/**
 * Waits until the servers have recovered, and fetches every invoice. Then waits until the remaining events are delivered and
 * the remaining invoices have expired, and fetches every invoice again.
 */
async function settle(
  stage: Stage,
  known: string[],
  { servers }: StormSettings,
  history: ReturnType<typeof keepHistory>,
): Promise<Finding[]> {
  const giveUpAt = performance.now() + recovery;
  const stuck = await awaitServers(stage, giveUpAt);
  if (stuck.length > 0)
    return stuck.map((sentence) => ({ invariant: 'every server recovers without a restart', sentence, proof: [] }));
  const caller = callServers(-1, stage.servers, history);
  await lookAtAll(caller, known, servers);
  await deliverTheRest(stage, history, giveUpAt);
  await lookAtAll(caller, known, servers);
  return [];
}

/** Reads everything that the checks need from the database. Money is in cents. */
async function readBooks(client: Client): Promise<Books> {
  // biome-ignore lint/suspicious/noExplicitAny: the statements name the properties of the result
  const read = async (sql: string): Promise<any[]> => (await client.query(sql)).rows;
  return {
    invoices: await read(`SELECT id, amount_cents AS amount, status, receipt_id AS "receiptId", paid_cents AS paid, sequence
      FROM invoices ORDER BY created_at, id`),
    receipts:
      await read(`SELECT receipt_id AS "receiptId", invoice_id AS invoice, amount_cents AS amount, payment_status AS "paymentStatus"
      FROM receipts ORDER BY recorded_at, receipt_id`),
    events: await read(`SELECT id, invoice_id AS invoice, sequence, convert_from(body, 'UTF8') AS body, attempts, outcome
      FROM outbox ORDER BY created_at, sequence`),
    leases:
      await read(`SELECT event, at, by, old_owner AS "oldOwner", old_end AS "oldEnd", new_owner AS "newOwner", new_end AS "newEnd",
      is_settled AS "isSettled" FROM storm_leases ORDER BY number`),
  };
}
