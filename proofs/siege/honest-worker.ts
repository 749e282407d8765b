/** A thread with an honest client, which fetches an invoice repeatedly and measures how long it waits. */
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** The settings of the honest client. */
export interface HonestOrder {
  host: string;
  port: number;
  token: string;
  invoiceId: string;
}

/** How long to wait between a response and the next request, in milliseconds. */
const pause = 15;
/** Milliseconds after which a request counts as having no response. */
const patience = 30_000;

const { host, port, token, invoiceId } = workerData as HonestOrder;
const kept = new Agent({ keepAlive: true, maxSockets: 1 });
const body = JSON.stringify({ invoiceId });
let waits: number[] = [];
let failures = 0;
let number = 0;

function fetchOnce(): Promise<boolean> {
  number += 1;
  // Uses a new connection for every fourth request, like a client that sends its first request.
  const agent = number % 4 === 0 ? new Agent({ keepAlive: false }) : kept;
  return new Promise((resolve) => {
    const asked = request(
      {
        host,
        port,
        agent,
        method: 'POST',
        path: '/api/v1/payments/fetch',
        timeout: patience,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': body.length },
      },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode === 200));
        response.on('error', () => resolve(false));
      },
    );
    asked.on('timeout', () => asked.destroy()).on('error', () => resolve(false));
    asked.end(body);
  });
}

// Sends the measurements since the last message whenever the main thread asks for them.
parentPort?.on('message', () => {
  parentPort?.postMessage({ waits, failures });
  [waits, failures] = [[], 0];
});

for (;;) {
  const start = performance.now();
  const isFine = await fetchOnce();
  waits.push(performance.now() - start);
  if (!isFine) failures += 1;
  await new Promise((resolve) => setTimeout(resolve, pause));
}
