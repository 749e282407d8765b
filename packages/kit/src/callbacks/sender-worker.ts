/** A thread that sends callbacks: neither signing nor a thousand connections may hold up requests to the API. */
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { QueuedCallback, QueueResult } from './callback-sender.ts';
import { createCallbackQueue, type DeliveryLimits } from './create-callback-queue.ts';
import { createHttpSender, type SenderSettings } from './create-http-sender.ts';

/** Lowers the thread's priority below the rest of the server's: where there are few cores, requests come first. */
const niceness = 10;

/** A message to the thread: callbacks to send, several at a time, the word to begin no more of them, or how many may go to one host at once. */
export type SenderRequest = readonly { number: number; callback: QueuedCallback }[] | 'hold' | number;
/** The thread's message back: results of callbacks. */
export type SenderResults = readonly { number: number; result: QueueResult }[];
/** The settings that the thread is started with. */
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
  // One message for all results of one turn of the event loop.
  if (results.length === 0) {
    setImmediate(() => {
      parentPort?.postMessage(results satisfies SenderResults);
      results = [];
    });
  }
  results.push({ number, result });
}

try {
  // On Linux a thread has a priority of its own. Elsewhere there is no such file, and none is set.
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  setPriority(thread, Math.min(getPriority(thread) + niceness, 19));
} catch {
  // It works without.
}
