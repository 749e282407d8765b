/** A worker thread that receives jobs and returns a row for each. */
import { parentPort } from 'node:worker_threads';
import { type Job, serverOf } from './open-pool.ts';
import { runRow } from './run-row.ts';

// The servers throw an error to refuse a request. Nobody reads the stack traces, which would take 2.5 % of the CPU time.
Error.stackTraceLimit = 0;

parentPort?.on('message', async ({ id, cases }: Job) => parentPort?.postMessage(await runRow(serverOf(id), cases)));
