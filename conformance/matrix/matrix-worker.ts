/** A thread that runs rows: it receives a job and sends back the row. */
import { parentPort } from 'node:worker_threads';
import { faults } from '../faults/index.ts';
import { variants } from '../variants/index.ts';
import type { Job } from './open-pool.ts';
import { runRow } from './run-row.ts';

// The servers refuse by errors that nobody prints: their stacks would be a fortieth of the work.
Error.stackTraceLimit = 0;

parentPort?.on('message', async ({ id, cases }: Job) => {
  const server = [...faults, ...variants].find((candidate) => candidate.id === id);
  if (!server) throw new Error(`There is no server ${id}.`);
  parentPort?.postMessage(await runRow(server, cases));
});
