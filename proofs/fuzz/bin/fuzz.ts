#!/usr/bin/env node
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleCreate } from '@payment-invoice/generated/examples';
import { postJson } from '../../../packages/server/testing/start-test-server.ts';
import { printFindings, runTool, seed } from '../../tools/run-tool.ts';

const helpText = `Sends generated requests (correct, nearly correct and hostile) to a separate sandbox, and judges every response.

Usage: npm run prove -- fuzz [--requests 20000] [--seed N]

Exit code 0: no response was a 5xx or violated the contract, and no request hung. 1: otherwise. The same seed generates the same
requests.
`;

await runTool(helpText, { requests: { default: 20_000, most: 1_000_000 }, seed }, fuzz);

async function fuzz({ requests, seed }: { requests: number; seed: number }): Promise<void> {
  process.stdout.write(`seed ${seed}\n`);
  // Imported only here, so that help and messages about wrong options need not wait for the complete server.
  const { startSandbox } = await import('../../../packages/server/src/start/start-server.ts');
  const { fuzzServer } = await import('../fuzz-server.ts');
  const dataDir = mkdtempSync(join(tmpdir(), 'payment-invoice-fuzz-'));
  const server = await startSandbox({ dataDir, logLevel: 'silent' });
  try {
    const { baseUrl, token } = server;
    const ask = async (path: string, body: object) => (await postJson(baseUrl + path, token, body)).json;
    const invoiceIds: string[] = [];
    const receipts: string[] = [];
    for (let i = 0; i < 20; i++) {
      const { id = '' } = await ask('/api/v1/payments/create', exampleCreate);
      const { webReceipt = '' } = await ask('/sandbox/payments', {
        invoiceId: id,
        amount: 5,
        outcome: i % 4 ? 'completed' : 'failed',
      });
      invoiceIds.push(id);
      receipts.push(webReceipt);
    }
    const onRequest = (left: number) => {
      if (left > 0 && left % 2_000 === 0) process.stderr.write(`${left} requests left\n`);
    };
    const { statuses, findings } = await fuzzServer({ baseUrl, token, invoiceIds, receipts, requests, seed, onRequest });
    printFindings(findings, `${requests} requests, ${findings.length} findings; ${JSON.stringify(statuses)}`);
  } finally {
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
