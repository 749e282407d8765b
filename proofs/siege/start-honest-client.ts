import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { HonestOrder } from './honest-worker.ts';

/** The waits of an honest client over some time, in milliseconds. */
export interface HonestWaits {
  requests: number;
  failures: number;
  p99: number;
  worst: number;
}

/** A client that uses the server as it is meant to be used. */
export interface HonestClient {
  /** Returns what it has seen since it was last asked. */
  take(): Promise<HonestWaits>;
  end(): Promise<void>;
}

/** Starts one in a thread of its own, where no attacker's work holds up its clock. */
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
