/** A thread that sends callbacks, so that neither signing nor a thousand connections hold up requests to the API. */
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { QueuedCallback, QueueResult } from './callback-sender.ts';
import { createCallbackQueue, type DeliveryLimits } from './create-callback-queue.ts';
import { createHttpSender, type SenderSettings } from './create-http-sender.ts';

/** How much is added to the thread's niceness, so that requests come first on a machine with few cores. */
const niceness = 10;

/**
 * A message to the thread: callbacks to send, several at a time; `hold`, to begin no more of them; or the number of attempts
 * allowed to one host at once.
 */
export type SenderRequest = readonly { number: number; callback: QueuedCallback }[] | 'hold' | number;
/** A message from the thread: results of callbacks. */
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
  if (results.length === 0) {
    setImmediate(() => {
      parentPort?.postMessage(results satisfies SenderResults);
      results = [];
    });
  }
  results.push({ number, result });
}

try {
  // On Linux a thread has its own priority. Other systems have no such file, and no priority is set.
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  setPriority(thread, Math.min(getPriority(thread) + niceness, 19));
} catch {
  // Sending works without a lower priority.
}
