#!/usr/bin/env node
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from '../src/commands/usage-error.ts';
import { startSandbox } from '../src/start/start-sandbox.ts';
import { fuzzServer } from '../src/testing/fuzz/fuzz-server.ts';
import { readCount } from '../src/testing/process/read-count.ts';

const helpText = `Sends generated requests, right, nearly right and hostile, to a sandbox of its own, and judges every answer.

Usage: npm run fuzz -- [--requests 20000] [--seed N]

Exits 0 when there was no 5xx, no hang and no answer outside the contract; 1 when there was. A seed makes the same requests again.
`;

try {
  const options = readOptions();
  if (options.help) process.stdout.write(helpText);
  else await fuzz(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function fuzz({ requests, seed }: { requests: number; seed: number }): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'payment-invoice-fuzz-'));
  const server = await startSandbox({ dataDir, logLevel: 'silent' });
  try {
    const { baseUrl, token } = server;
    const ask = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await response.json()) as Record<string, string>;
    };
    const invoiceIds: string[] = [];
    const receipts: string[] = [];
    for (let i = 0; i < 20; i++) {
      const { id = '' } = await ask('/api/v1/payments/create', { cashTag: '$coffeeshop', amount: 12.5 });
      const { webReceipt = '' } = await ask('/sandbox/payments', {
        invoiceId: id,
        amount: 5,
        outcome: i % 4 ? 'completed' : 'failed',
      });
      invoiceIds.push(id);
      receipts.push(webReceipt);
    }
    process.stdout.write(`seed ${seed}\n`);
    const { statuses, findings } = await fuzzServer({ baseUrl, token, invoiceIds, receipts, requests, seed });
    for (const finding of findings.slice(0, 20)) process.stdout.write(`${finding}\n`);
    process.stdout.write(`${requests} requests, ${findings.length} findings; ${JSON.stringify(statuses)}\n`);
    if (findings.length > 0) process.exitCode = 1;
  } finally {
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function readOptions() {
  const option = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ options: { requests: option, seed: option, help: { type: 'boolean', short: 'h' } } });
    return {
      help: values.help === true,
      requests: readCount('--requests', values.requests ?? '20000', 1_000_000),
      seed: readCount('--seed', values.seed ?? String(1 + Math.floor(Math.random() * 999_999)), 999_999_999),
    };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${(error as Error).message.split('. ')[0]}. Run with --help.`);
  }
}
