/** A thread that sends callbacks, so that neither signing nor a thousand connections delay requests to the API. */
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { QueuedCallback, QueueResult } from './callback-sender.ts';
import { createCallbackQueue, type DeliveryLimits } from './create-callback-queue.ts';
import { createHttpSender, type SenderSettings } from './create-http-sender.ts';

/** The increase of the thread's niceness. On a machine with few cores, requests to the API then come first. */
const niceness = 10;

/** A message to the thread: callbacks to send, `hold` to begin no more attempts, or the new limit on attempts to one host. */
export type SenderRequest = readonly { number: number; callback: QueuedCallback }[] | 'hold' | number;
/** A message from the thread: the results of callbacks, each with the number from the request. */
export type SenderResults = readonly { number: number; result: QueueResult }[];
/** The settings with which the thread is started. */
export interface SenderThreadSettings {
  settings: SenderSettings;
  limits: DeliveryLimits;
}

const { settings, limits } = workerData as SenderThreadSettings;
const queue = createCallbackQueue(createHttpSender(settings), limits);
let results: { number: number; result: QueueResult }[] = [];

parentPort?.on('message', (request: SenderRequest) => {
  if (request === 'hold') return queue.hold();
  if (typeof request === 'number') return queue.limitHosts(request);
  for (const { number, callback } of request) queue.send(callback).then((result) => report(number, result));
});

function report(number: number, result: QueueResult): void {
  // Posts one message for all results of one turn of the event loop.
  if (results.length === 0)
    setImmediate(() => {
      parentPort?.postMessage(results satisfies SenderResults);
      results = [];
    });
  results.push({ number, result });
}

try {
  // On Linux, each thread has its own priority. Without /proc/thread-self, the priority stays unchanged.
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  setPriority(thread, Math.min(getPriority(thread) + niceness, 19));
} catch {
  // Callbacks are sent even if the priority cannot be lowered.
}
