import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Fault } from '../faults/fault.ts';
import { faults } from '../faults/index.ts';
import { variants } from '../variants/index.ts';
import type { Variant } from '../variants/variant.ts';
import type { Row } from './matrix.ts';
import { runRow } from './run-row.ts';

// Number of rows that a thread runs concurrently. While the suite waits for one server, the thread continues with another row.
const rowsAtOnce = 8;

/** One server to test, and the cases to run against it. Default: all cases. */
export interface Job {
  id: string;
  cases?: string[] | undefined;
}

/** A pool of threads that run rows. */
export interface Pool {
  /** Runs the jobs. @param onRow called after each job */
  run(jobs: readonly Job[], onRow?: (row: Row, left: number) => void): Promise<Row[]>;
  close(): Promise<void>;
}

/** Makes a pool in this thread. A new thread would have to load every server and case, which takes too long for a few rows. */
export function openOwnPool(): Pick<Pool, 'run'> {
  return {
    async run(jobs) {
      const waiting = [...jobs];
      const rows: Row[] = [];
      const work = async (): Promise<void> => {
        for (let job = waiting.shift(); job; job = waiting.shift()) rows.push(await runRow(serverOf(job.id), job.cases));
      };
      await Promise.all(Array.from({ length: rowsAtOnce }, work));
      return rows;
    },
  };
}

/** Finds a faulty or correct server by its id. */
export function serverOf(id: string): Fault | Variant {
  const server = [...faults, ...variants].find((candidate) => candidate.id === id);
  if (!server) throw new Error(`There is no server ${id}.`);
  return server;
}

/** Starts a thread for each core, but no more than there are jobs. The caller must close the pool. */
export function openPool(jobs: number): Pool {
  const threads = Math.min(availableParallelism(), Math.ceil(jobs / rowsAtOnce));
  const workers = Array.from(
    { length: threads },
    () => new Worker(new URL('./matrix-worker.ts', import.meta.url), { execArgv: [] }),
  );
  return {
    async run(jobs, onRow = () => {}) {
      const waiting = [...jobs];
      const rows: Row[] = [];
      await Promise.all(
        workers.map(async (worker) => {
          let failed = (_error: unknown): void => {};
          const broken = new Promise<never>((_resolve, reject) => {
            failed = reject;
          });
          worker.once('error', failed);
          const done = new Map<string, (row: Row) => void>();
          const hear = (row: Row): void => done.get(row.id)?.(row);
          worker.on('message', hear);
          const work = async (): Promise<void> => {
            for (let job = waiting.shift(); job; job = waiting.shift()) {
              const { id } = job;
              const row = new Promise<Row>((resolve) => done.set(id, resolve));
              worker.postMessage(job);
              rows.push(await Promise.race([row, broken]));
              onRow(rows.at(-1) as Row, jobs.length - rows.length);
            }
          };
          await Promise.all(Array.from({ length: rowsAtOnce }, work));
          worker.off('message', hear).off('error', failed);
        }),
      );
      return rows;
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
