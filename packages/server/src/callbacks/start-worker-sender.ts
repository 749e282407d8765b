import { Worker } from 'node:worker_threads';
import type { AttemptResult, CallbackAttempt, CallbackSender } from './callback-sender.ts';
import type { SenderSettings } from './create-http-sender.ts';
import type { SenderAnswer, SenderRequest } from './sender-worker.ts';

/**
 * Sends as the HTTP sender does, in a thread of its own that begins with the first attempt. When the thread breaks, its attempts
 * have failed and the next one begins another thread.
 */
export function startWorkerSender(settings: Omit<SenderSettings, 'resolveHost'>): CallbackSender {
  const waiting = new Map<number, (result: AttemptResult) => void>();
  let requests: { number: number; attempt: CallbackAttempt }[] = [];
  let worker: Worker | undefined;
  let numbers = 0;

  const failAll = (reason: string) => {
    for (const resolve of waiting.values()) resolve({ kind: 'failed', reason });
    waiting.clear();
  };
  const startWorker = (): Worker => {
    const started = new Worker(new URL('./sender-worker.ts', import.meta.url), { workerData: settings });
    started.on('message', (answers: SenderAnswer) => {
      for (const { number, result } of answers) {
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
    send: (attempt) =>
      new Promise((resolve) => {
        // One message for what is sent in the same turn of the event loop.
        if (requests.length === 0) queueMicrotask(post);
        numbers += 1;
        requests.push({ number: numbers, attempt });
        waiting.set(numbers, resolve);
      }),
    close: async () => {
      const ending = worker;
      worker = undefined;
      await ending?.terminate();
      failAll('closed');
    },
  };
}
