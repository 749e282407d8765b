/** A thread that sends callbacks: neither signing nor a thousand connections may hold up those who ask the API. */
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { AttemptResult, CallbackAttempt } from './callback-sender.ts';
import { createHttpSender, type SenderSettings } from './create-http-sender.ts';

/** How much nicer than the rest of the server: where there are few cores, answers come first. */
const NICENESS = 5;

/** What the thread is asked, several at a time. */
export type SenderRequest = readonly { readonly number: number; readonly attempt: CallbackAttempt }[];
/** What it answers. */
export type SenderAnswer = readonly { readonly number: number; readonly result: AttemptResult }[];

const sender = createHttpSender(workerData as SenderSettings);
let answers: { number: number; result: AttemptResult }[] = [];

parentPort?.on('message', (requests: SenderRequest) => {
  for (const { number, attempt } of requests) sender.send(attempt).then((result) => answer(number, result));
});

function answer(number: number, result: AttemptResult): void {
  // One message for what ends in the same turn of the event loop.
  if (answers.length === 0) {
    setImmediate(() => {
      parentPort?.postMessage(answers satisfies SenderAnswer);
      answers = [];
    });
  }
  answers.push({ number, result });
}

try {
  // On Linux a thread has a priority of its own. Elsewhere there is no such file, and none is set.
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  setPriority(thread, Math.min(getPriority(thread) + NICENESS, 19));
} catch {
  // It works without.
}
