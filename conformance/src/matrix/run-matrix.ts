import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { faults } from '../../faults/index.ts';
import { variants } from '../../variants/index.ts';
import { loadContract } from '../contract/load-contract.ts';
import { planCases } from '../engine/plan-cases.ts';
import { featuresOf } from './features-of.ts';
import type { Matrix, Row } from './matrix.ts';

// Some servers make the suite wait; the others of the thread fill the time.
const rowsAtOnce = 8;

/**
 * Runs every case against every faulty and every lawful server, in a thread for each core.
 * @param wanted ids of the servers to run, all unless given
 * @param onRow called as each server is done
 */
export async function runMatrix(wanted?: string[], onRow: (row: Row, left: number) => void = () => {}): Promise<Matrix> {
  const servers = [...variants, ...faults].filter(({ id }) => wanted === undefined || wanted.includes(id));
  // First those that make it wait for callbacks: the longest of them takes half a minute, whatever runs beside it.
  const waits = (server: (typeof servers)[number]): number => Number(featuresOf(server).includes('callbacks'));
  const waiting = servers.toSorted((one, other) => waits(other) - waits(one)).map(({ id }) => id);
  const rows = new Map<string, Row>();
  const threads = Math.min(availableParallelism(), Math.ceil(waiting.length / rowsAtOnce));
  await Promise.all(
    Array.from(
      { length: threads },
      () =>
        new Promise<void>((resolve, reject) => {
          const worker = new Worker(new URL('./matrix-worker.ts', import.meta.url), { execArgv: [] });
          let running = 0;
          const next = (): void => {
            const id = waiting.shift();
            if (id === undefined) {
              if (running === 0) void worker.terminate().then(() => resolve());
              return;
            }
            running++;
            worker.postMessage(id);
          };
          worker.on('message', (row: Row) => {
            running--;
            rows.set(row.id, row);
            onRow(row, servers.length - rows.size);
            next();
          });
          worker.on('error', reject);
          for (let started = 0; started < rowsAtOnce; started++) next();
        }),
    ),
  );
  const contract = loadContract();
  const rowsOf = (list: readonly { id: string }[]): Row[] => list.flatMap(({ id }) => rows.get(id) ?? []);
  return {
    contract: { version: contract.version, sha256: contract.sha256 },
    cases: planCases(contract).map(({ id, requirement }) => ({ id, requirement })),
    faults: rowsOf(faults),
    variants: rowsOf(variants),
  };
}
