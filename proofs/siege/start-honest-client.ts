import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { HonestOrder } from './honest-worker.ts';

/** How long an honest client waited within a period, in milliseconds. */
export interface HonestWaits {
  requests: number;
  failures: number;
  p99: number;
  worst: number;
}

/** A client that uses the server as intended. */
export interface HonestClient {
  /** Returns the measurements since the last call. */
  take(): Promise<HonestWaits>;
  end(): Promise<void>;
}

/** Starts the client in a separate thread, where no attacker's work can delay its clock. */
export function startHonestClient({ host, port, token, invoiceId }: HonestOrder): HonestClient {
  const workerData: HonestOrder = { host, port, token, invoiceId };
  const worker = new Worker(new URL('./honest-worker.ts', import.meta.url), { workerData });
  return {
    take: async () => {
      worker.postMessage('take');
      const [{ waits, failures }] = (await once(worker, 'message')) as [{ waits: number[]; failures: number }];
      const sorted = waits.toSorted((a, b) => a - b);
      const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
      return { requests: waits.length, failures, p99: at(0.99), worst: at(1) };
    },
    end: async () => {
      await worker.terminate();
    },
  };
}
