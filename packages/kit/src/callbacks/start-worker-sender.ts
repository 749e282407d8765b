import { Worker } from 'node:worker_threads';
import type { CallbackQueue, QueuedCallback, QueueResult } from './callback-sender.ts';
import type { DeliveryLimits } from './create-callback-queue.ts';
import type { SenderSettings } from './create-http-sender.ts';
import type { SenderRequest, SenderResults, SenderThreadSettings } from './sender-worker.ts';

/** Makes a queue with an HTTP sender, both in one separate thread. A callback starts the thread if it is not running. */
export function startWorkerSender(settings: Omit<SenderSettings, 'resolveHost'>, limits: DeliveryLimits): CallbackQueue {
  const waiting = new Map<number, (result: QueueResult) => void>();
  let requests: { number: number; callback: QueuedCallback }[] = [];
  let worker: Worker | undefined;
  let numbers = 0;
  let isHeld = false;
  let { perHost } = limits;

  const failAll = (reason: string) => {
    for (const resolve of waiting.values()) resolve({ kind: 'sent', result: { kind: 'failed', reason }, ms: 0 });
    waiting.clear();
  };
  const startWorker = (): Worker => {
    const workerData: SenderThreadSettings = { settings, limits: { ...limits, perHost } };
    const started = new Worker(new URL('./sender-worker.ts', import.meta.url), { workerData });
    started.on('message', (results: SenderResults) => {
      for (const { number, result } of results) {
        waiting.get(number)?.(result);
        waiting.delete(number);
      }
    });
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (worker !== started) return;
      worker = undefined;
      failAll('sender_broke');
    });
    started.unref();
    return started;
  };
  const post = () => {
    if (requests.length === 0) return;
    const batch: SenderRequest = requests;
    requests = [];
    try {
      worker ??= startWorker();
      worker.postMessage(batch);
    } catch {
      failAll('sender_broke');
    }
  };

  return {
    send: (callback) =>
      new Promise((resolve) => {
        if (isHeld) return resolve({ kind: 'unsent' });
        // Posts all callbacks of one turn of the event loop in one message.
        if (requests.length === 0) queueMicrotask(post);
        numbers += 1;
        requests.push({ number: numbers, callback });
        waiting.set(numbers, resolve);
      }),
    limitHosts: (most) => {
      if (most === perHost) return;
      perHost = most;
      worker?.postMessage(most satisfies SenderRequest);
    },
    hold: () => {
      isHeld = true;
      post();
      worker?.postMessage('hold' satisfies SenderRequest);
    },
    close: async () => {
      const ending = worker;
      worker = undefined;
      await ending?.terminate();
      failAll('closed');
    },
  };
}
