import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleCreate } from '@payment-invoice/generated/examples';
import { onTestFinished } from 'vitest';
import type { ServerSettings } from '../src/settings/server-settings.ts';
import type { ServerOverrides } from '../src/start/make-parts.ts';
import { type RunningSandbox, startServer } from '../src/start/start-server.ts';

/** A server for a test, on a free port and with a clock that only the test moves. */
export interface TestServer extends RunningSandbox {
  dataDir: string;
  log: string[];
  clock: { now: number };
  /** Posts JSON, by default with the demo token. */
  post(path: string, body: unknown, token?: string): Promise<JsonResponse>;
  create(body?: object): Promise<Json>;
  /** Simulates a payment in the sandbox, and returns the web receipt. */
  pay(invoiceId: string, amount: number | string, outcome?: string): Promise<string>;
  submit(invoiceId: string, webReceipt: string): Promise<{ status: number; json: Json }>;
  fetch(invoiceId: string): Promise<Json>;
}

/** Safe settings of a live server, whose verifier does not respond. */
export const liveSettings = {
  mode: 'live',
  publicBaseUrl: 'https://pay.example',
  callbackKey: Buffer.from('0123456789abcdef0123456789abcdef'),
  receipts: { url: 'http://127.0.0.1:9/', token: undefined },
} as const;

/** Makes an empty directory, which is deleted when the test ends. */
export function makeTestDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'payment-invoice-server-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Starts a server, which ends with the test. */
export async function startTestServer(settings: Partial<ServerSettings & ServerOverrides> = {}): Promise<TestServer> {
  const dataDir = settings.dataDir ?? makeTestDirectory();
  const log: string[] = [];
  const clock = { now: Date.parse('2026-11-21T10:00:00.000Z') };
  // A live server has no demo tokens. Its tests make their own tokens.
  const {
    token: demoToken = '',
    otherToken = '',
    callbackSecret = '',
    ...server
  } = await startServer({
    dataDir,
    now: () => clock.now,
    logTo: { write: (line) => void log.push(line) },
    ...settings,
  });
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= server.close());
  onTestFinished(close);

  const post: TestServer['post'] = (path, body, token = demoToken) => postJson(server.baseUrl + path, token, body);
  return {
    ...server,
    token: demoToken,
    otherToken,
    callbackSecret,
    close,
    dataDir,
    log,
    clock,
    post,
    create: async (body = {}) => (await post('/api/v1/payments/create', { ...exampleCreate, ...body })).json,
    pay: async (invoiceId, amount, outcome = 'completed') =>
      (await post('/sandbox/payments', { invoiceId, amount, outcome })).json.webReceipt,
    submit: (invoiceId, webReceipt) => post('/api/v1/payments/submit', { invoiceId, webReceipt }),
    fetch: async (invoiceId) => (await post('/api/v1/payments/fetch', { invoiceId })).json,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: tests read responses field by field, and compare them whole
export type Json = any;

export interface JsonResponse {
  status: number;
  headers: Headers;
  json: Json;
}

/** Posts JSON with a token. */
export async function postJson(
  url: string,
  token: string,
  body: unknown,
  more: Record<string, string> = {},
): Promise<JsonResponse> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, headers: response.headers, json: await response.json() };
}
