/** The two adapters of the guide, each against its server; the server of the one is in another language. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startBaseServer } from '../../faults/base-server.ts';
import { against, payBase, runConformance } from '../../testing/run-conformance.ts';
import { loadContract } from '../contract/load-contract.ts';
import { help } from './help.ts';

const room = join(import.meta.dirname, '../..');
const version = spawnSync('python3', ['--version'], { encoding: 'utf8' }).stdout ?? '';
const python = /Python 3\.(\d+)/.exec(version);
const reason = python ? '' : ' (skipped: no python3 on this machine)';
const folder = join(room, 'adapters/python');
const options = [
  '--start',
  `RECEIPT_KEY=key python3 '${folder}/server.py'`,
  '--pay',
  `RECEIPT_KEY=key python3 '${folder}/pay.py'`,
];

describe.skipIf(!python)(`a server in Python, paid by a command in Python${reason}`, () => {
  it('is conformant, with nothing left out', async () => {
    const run = await runConformance(...options);
    expect(run.output).toContain('is conformant.');
    expect(run.exit).toBe(0);
    expect(run.report().counts).toMatchObject({ fail: 0, warn: 0, skipped: 0, inconclusive: 0 });
  });

  it('skips what the command cannot produce, with its reason', async () => {
    const run = await runConformance(
      ...options,
      '--features',
      'lifecycle',
      '--case',
      'lifecycle/PENDING/receipt-payment-pending',
    );
    expect(run.report().results[0]).toMatchObject({
      verdict: 'skipped',
      reason: expect.stringContaining('payments are final at once here, so none can be pending'),
    });
    expect(run.report().results[0]?.reason).toContain('ended with 1 for outcome pending');
  });
});

it('a command that prints more than the receipt is told so, and the deployment is not blamed', async () => {
  const running = await startBaseServer({});
  try {
    const pay = `echo Paying … && ${payBase}`;
    const run = await runConformance(...against(running), '--pay', pay, '--case', 'submit-receipt/answer/success');
    expect(run.report().results[0]).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('printed several lines'),
    });
  } finally {
    await running.close();
  }
});

it('an adapter that fails where nobody waits for it ends no run, and no run passes beside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-adapter-'));
  const adapter = join(folder, 'adapter.mjs');
  writeFileSync(
    adapter,
    `export async function pay({ invoice, amount, outcome }) {
      Promise.reject(new Error('the ledger is away'));
      return ['receipt', invoice.id, amount, outcome, crypto.randomUUID()].join(':');
    }`,
  );
  const running = await startBaseServer({});
  try {
    const run = await runConformance(...against(running), '--adapter', adapter);
    expect(run.output).toContain('Beside the cases something broke, in the adapter or in the suite: Error: the ledger is away');
    expect(run.output).toContain('is not judged: nothing is proven.');
    expect(run.exit).toBe(2);
    expect(run.report().counts).toMatchObject({ fail: 0, error: 0, skipped: 0 });
  } finally {
    await running.close();
    rmSync(folder, { recursive: true });
  }
});

it('the sandbox is paid by its adapter', async () => {
  const start = `cd '${join(room, '..')}' && sh scripts/start-throwaway.sh`;
  const run = await runConformance('--start', start, '--adapter', 'sandbox', '--case', 'submit-receipt/answer');
  expect(run.output).toContain('is conformant.');
  expect(run.exit).toBe(0);
});

it('the README names every option, and no other', () => {
  const named = (text: string): string[] => [...new Set(text.match(/(?<![\w-])--[a-z][a-z-]+/g))].sort();
  const table = readFileSync(join(room, 'README.md'), 'utf8').split('## Options')[1]?.split('\n## ')[0] ?? '';
  expect(named(table)).toEqual(named(`${help} --help`));
});

it('the README names every feature, with the words of the contract', () => {
  const table = readFileSync(join(room, 'README.md'), 'utf8').split('## What a deployment claims')[1]?.split('\n## ')[0] ?? '';
  const rows = [...table.matchAll(/^\| `([a-z-]+)` +\| (.*?) +\|$/gm)].map(([, name, text]) => [name, text]);
  expect(rows).toEqual([...loadContract().features]);
});
