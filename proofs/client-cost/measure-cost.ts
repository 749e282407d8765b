import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { paths } from '@payment-invoice/generated';
import { exampleCreate as body } from '@payment-invoice/generated/examples';
import axios from 'axios';
import { build } from 'esbuild';
import ky from 'ky';
import createOpenapiFetch from 'openapi-fetch';
import { createClient } from '../../packages/client/src/index.ts';
import { createNodeFetch } from '../../packages/client/src/node.ts';

const path = '/api/v1/payments/create';
const token = 'sandbox_test_verySecret';

type Call = () => Promise<unknown>;

/** The clients to compare, each used as its documentation shows, with base URL and token set once. */
export const callers: Record<string, (baseUrl: string) => Call> = {
  'raw fetch': (baseUrl) => async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.json();
  },
  'this client': (baseUrl) => {
    const client = createClient({ baseUrl, token });
    return () => client.createPayment(body);
  },
  'this by http': (baseUrl) => {
    const client = createClient({ baseUrl, token, fetch: createNodeFetch() });
    return () => client.createPayment(body);
  },
  'this by path': (baseUrl) => {
    const { api } = createClient({ baseUrl, token });
    return async () => (await api.POST(path, { body })).data;
  },
  'openapi-fetch': (baseUrl) => {
    const client = createOpenapiFetch<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
    return async () => (await client.POST(path, { body })).data;
  },
  ky: (baseUrl) => {
    const client = ky.create({ headers: { authorization: `Bearer ${token}` } });
    return () => client.post(baseUrl + path, { json: body }).json();
  },
  'axios by fetch': (baseUrl) => axiosBy('fetch', baseUrl),
  // Uses Node.js's own http module. With any client, this module costs less than Node.js's fetch.
  'axios by http': (baseUrl) => axiosBy('http', baseUrl),
};

function axiosBy(adapter: string, baseUrl: string): Call {
  const client = axios.create({ baseURL: baseUrl, adapter, headers: { authorization: `Bearer ${token}` } });
  return async () => (await client.post(path, body)).data;
}

/** The cost of a call with one client: medians over all rounds. */
export interface Figure {
  /** The CPU time and the wall time of a call, in microseconds. */
  cpu: number;
  wall: number;
  /** CPU time and wall time as a multiple of openapi-fetch's in the same round. */
  cpuRatio: number;
  wallRatio: number;
  /** A 95 % confidence interval for `cpuRatio`, valid for any distribution of the values of single rounds. */
  cpuInterval: [from: number, to: number];
}

/** The cost of a call for each client, at one number of concurrent calls. */
export interface Cost {
  concurrency: number;
  figures: Record<string, Figure>;
}

/**
 * Measures all clients in turn, round after round, so that other load on the machine affects them alike. The first round only
 * warms up.
 */
export async function measureCost(rounds: number, calls: number): Promise<Cost[]> {
  const server = fork(join(import.meta.dirname, 'respond-at-once.ts'));
  try {
    const [port] = await once(server, 'message');
    const ready = Object.entries(callers).map(([name, make]) => [name, make(`http://127.0.0.1:${port}`)] as const);
    const costs: Cost[] = [];
    for (const concurrency of [1, 32]) {
      const found: Record<string, [number, number]>[] = [];
      for (let round = 0; round <= rounds; round++) {
        // Shuffles the clients each round, so that no client always runs after the same other client.
        const ranked = ready.map((one) => [Math.random(), one] as const);
        const order = ranked.toSorted(([one], [other]) => one - other).map(([, one]) => one);
        const figures: Record<string, [number, number]> = {};
        for (const [name, call] of order) figures[name] = await measure(call, calls, concurrency);
        if (round > 0) found.push(figures);
      }
      costs.push({ concurrency, figures: summarize(found) });
    }
    return costs;
  } finally {
    server.disconnect();
  }
}

async function measure(call: Call, calls: number, concurrency: number): Promise<[number, number]> {
  // Collects the previous client's garbage now, so that this client does not pay for it.
  (globalThis as { gc?: () => void }).gc?.();
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  let left = calls;
  const work = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const wall = (performance.now() - startedAt) * 1000;
  const { user, system } = process.cpuUsage(cpu);
  return [(user + system) / calls, wall / calls];
}

function summarize(rounds: Record<string, [number, number]>[]): Record<string, Figure> {
  const figures: Record<string, Figure> = {};
  for (const name of Object.keys(callers)) {
    const inOrder = (of: (own: [number, number], bare: [number, number]) => number) =>
      rounds.map((round) => of(round[name] ?? never, round['openapi-fetch'] ?? never)).sort((a, b) => a - b);
    const cpuRatios = inOrder(([cpu], [bareCpu]) => cpu / bareCpu);
    figures[name] = {
      cpu: median(inOrder(([cpu]) => cpu)),
      wall: median(inOrder(([, wall]) => wall)),
      cpuRatio: median(cpuRatios),
      wallRatio: median(inOrder(([, wall], [, bareWall]) => wall / bareWall)),
      cpuInterval: intervalOf(cpuRatios),
    };
  }
  return figures;
}

const never: [number, number] = [Number.NaN, Number.NaN];

function median(inOrder: number[]): number {
  return inOrder[inOrder.length >> 1] ?? Number.NaN;
}

/** Returns the two values between which the median lies with 95 % confidence. Their ranks come from the binomial distribution. */
function intervalOf(inOrder: number[]): [number, number] {
  const rank = Math.max(0, Math.floor(inOrder.length / 2 - 0.98 * Math.sqrt(inOrder.length)));
  return [inOrder[rank] ?? Number.NaN, inOrder[inOrder.length - 1 - rank] ?? Number.NaN];
}

/**
 * The code of the bundles to measure. Most of them contain only what is needed to create an invoice; `whole` contains all exports
 * of the production entries.
 */
export const bundles: Record<string, string> = {
  'this client':
    "import { createClient } from '../../packages/client/src/index.ts'; export const create = (o, b) => createClient(o).createPayment(b);",
  'this client, whole':
    "export * from '../../packages/client/src/index.ts'; export * from '../../packages/client/src/callbacks/index.ts';",
  'openapi-fetch':
    "import createClient from 'openapi-fetch'; export const create = (o, b) => createClient(o).POST('/api/v1/payments/create', { body: b });",
  ky: "import ky from 'ky'; export const create = (o, b) => ky.create(o).post('api/v1/payments/create', { json: b }).json();",
  axios: "import axios from 'axios'; export const create = (o, b) => axios.create(o).post('/api/v1/payments/create', b);",
};

/** Measures how many bytes a page loads for each bundle, first minified, then minified and gzipped. */
export async function measureSizes(): Promise<Record<string, [minified: number, gzipped: number]>> {
  const sizes: Record<string, [number, number]> = {};
  for (const [name, contents] of Object.entries(bundles)) {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
    });
    const text = outputFiles[0]?.text ?? '';
    sizes[name] = [text.length, gzipSync(text, { level: 9 }).length];
  }
  return sizes;
}
