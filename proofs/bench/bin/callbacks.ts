#!/usr/bin/env node
import { join } from 'node:path';
import { startChild } from '../../../packages/server/testing/process/start-child.ts';
import { runTool } from '../../tools/run-tool.ts';
import { measureLatency } from '../callbacks/measure-latency.ts';
import { measureDeliveries, measureFetch } from '../callbacks/measure-throughput.ts';

const helpText = `How fast callbacks are delivered, and what the API feels of it. Takes about a minute; wants a machine with nothing else to do.

Usage: npm run prove -- bench callbacks [--events 4000] [--concurrency 16] [--rounds 3]

Prints deliveries a second out of a full outbox beside a bare loop of fetch calls to the same receiver, and the latency of
fetchPayment while an outbox is delivered beside the latency after it. Medians of the rounds, which take turns.
`;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const options = {
  events: { default: 4_000, most: 100_000 },
  concurrency: { default: 16, most: 512 },
  rounds: { default: 3, most: 20 },
};

await runTool(helpText, options, measure);

async function measure({ events, concurrency, rounds }: Record<keyof typeof options, number>): Promise<void> {
  const receiver = await startChild(join(import.meta.dirname, '../callbacks/receiver.ts'));
  try {
    const url = `http://127.0.0.1:${receiver.line}/`;
    // So that it is compiled; the deliveries see to themselves.
    await measureFetch(url, 1_000, concurrency);
    const [fetched, delivered, ratios]: number[][] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      const bare = await measureFetch(url, events, concurrency);
      const ours = await measureDeliveries(url, events, concurrency);
      fetched?.push(bare);
      delivered?.push(ours);
      ratios?.push(ours / bare);
    }
    const [idle, loaded, slower]: number[][] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      const latency = await measureLatency(url, events);
      idle?.push(latency.idle);
      loaded?.push(latency.loaded);
      slower?.push(latency.loaded / latency.idle);
    }
    const show = (values: number[] | undefined, digits: number) => median(values ?? []).toFixed(digits);
    process.stdout.write(`bare fetch    ${show(fetched, 0)} a second
deliveries    ${show(delivered, 0)} a second: ${show(ratios, 2)} of it
API idle      ${show(idle, 2)} ms
API delivering ${show(loaded, 2)} ms: ${show(slower, 2)} of it
`);
  } finally {
    await receiver.end();
  }
}
