/** A thread that runs rows: it receives a job and sends back the row. */
import { parentPort } from 'node:worker_threads';
import { type Job, serverOf } from './open-pool.ts';
import { runRow } from './run-row.ts';

// The servers refuse by errors that nobody prints: their stacks would be a fortieth of the work.
Error.stackTraceLimit = 0;

parentPort?.on('message', async ({ id, cases }: Job) => parentPort?.postMessage(await runRow(serverOf(id), cases)));
