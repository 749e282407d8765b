import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleCreate } from '@payment-invoice/generated/examples';
import { startChild } from '../../packages/server/testing/process/start-child.ts';
import { postJson } from '../../packages/server/testing/start-test-server.ts';
import { type CpuMeter, openCpuMeter } from './search/cpu-meter.ts';

/** A sandbox in a separate process. Its rate limits are off, because they would also limit the attacks. */
export interface SiegeTarget {
  baseUrl: string;
  host: string;
  port: number;
  token: string;
  otherToken: string;
  pid: number;
  /** An open invoice of the first account. */
  invoiceId: string;
  /** Creates an invoice in the token's account. */
  create(token: string, body?: object): Promise<string>;
  /** Pays part of an invoice, which triggers its callback. */
  pay(token: string, invoiceId: string, amount: number): Promise<void>;
  /** Opens a meter of the server's CPU time. It is more precise than `/proc`. */
  openMeter(): Promise<CpuMeter>;
  end(): Promise<void>;
}

/** Starts a target on a free loopback port, with its own data. */
export async function startSiegeTarget(): Promise<SiegeTarget> {
  const dataDir = mkdtempSync(join(tmpdir(), 'payment-invoice-siege-'));
  const program = join(import.meta.dirname, '../../packages/server/bin/server.ts');
  const meter = join(dataDir, 'cpu.sock');
  const child = await startChild(program, ['--json', '--log-level', 'silent'], {
    PORT: '0',
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--import=${new URL('./search/report-cpu.ts', import.meta.url)}`,
    SIEGE_CPU_SOCKET: meter,
  });
  const end = async () => {
    await child.end();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const stop = () => end().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  const { baseUrl, token, otherToken } = JSON.parse(child.line);
  const { hostname: host, port } = new URL(baseUrl);
  const post = async (path: string, by: string, body: object) => (await postJson(baseUrl + path, by, body)).json;
  const create: SiegeTarget['create'] = async (by, body = {}) => {
    const { id = '' } = await post('/api/v1/payments/create', by, { ...exampleCreate, amount: 100, ...body });
    return id;
  };
  return {
    baseUrl,
    host,
    port: Number(port),
    token,
    otherToken,
    pid: child.pid,
    invoiceId: await create(token),
    openMeter: () => openCpuMeter(meter),
    create,
    pay: async (by, invoiceId, amount) => {
      const { webReceipt = '' } = await post('/sandbox/payments', by, { invoiceId, amount, outcome: 'completed' });
      await post('/api/v1/payments/submit', by, { invoiceId, webReceipt });
    },
    end: async () => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
      await end();
    },
  };
}
