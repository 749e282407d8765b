/**
 * Tests the two adapters from the guide, each against a server. One of them is written in Python. Also tests adapters that fail.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { onReply } from '../../faults/changes/change-step.ts';
import { loadContract } from '../../payments/load-contract.ts';
import { startCoreServer } from '../../servers/core/start-core-server.ts';
import { startServer } from '../../servers/start-server.ts';
import { against, payBase, runAsProcess, runConformance } from '../../testing/run-conformance.ts';
import { startFault, withSubject } from '../../testing/with-subject.ts';
import type { RunningServer } from '../engine/running-server.ts';
import { help } from './options/help.ts';

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
  test('is conformant, with nothing left out', async () => {
    const run = await runConformance(...options);
    expect(run.output).toContain('conforms to ');
    expect(run.exit).toBe(0);
    expect(run.report().counts).toMatchObject({ fail: 0, warn: 0, skipped: 0, inconclusive: 0 });
  });

  test('skips what the command cannot produce, with its reason', async () => {
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

test('a command that prints more than the receipt is reported, and the deployment is not blamed', () =>
  withSubject(startCoreServer, async (running) => {
    const pay = `echo Paying … && ${payBase}`;
    const run = await runConformance(...against(running), '--pay', pay, '--case', 'submit-receipt/answer/success');
    expect(run.report().results[0]).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('printed several lines'),
    });
  }));

describe('an adapter that breaks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-adapter-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const cases = ['--case', 'submit-receipt/answer', '--case', 'fetch-payment/as-created'];
  const receipt = "['receipt', invoice.id, amount, outcome, crypto.randomUUID()].join(':')";
  /**
   * Runs the suite with an adapter made of two pieces of code: `beside` contains functions other than `pay`, and `first` is the
   * beginning of `pay`.
   */
  async function runWith(beside: string, first: string, start: () => Promise<RunningServer> = startCoreServer, how = cases) {
    const adapter = join(folder, `${crypto.randomUUID()}.mjs`);
    writeFileSync(adapter, `${beside}\nexport async function pay({ invoice, amount, outcome }) { ${first}; return ${receipt}; }`);
    return withSubject(start, (running) => runAsProcess(...against(running), '--adapter', adapter, ...how));
  }
  const stray = "Promise.reject(new Error('the ledger is away'))";
  const told = 'Something failed outside the cases, in the adapter or in the suite: Error: the ledger is away';

  test.each([
    ['in pay', '', stray],
    ['while it is loaded', stray, ''],
  ])('where nobody waits for it, %s: ends no run, and no run passes beside it', async (_where, beside, first) => {
    const run = await runWith(beside, first);
    expect(run.output).toContain(told);
    expect(run.output).toContain('is not judged: nothing is proven.');
    expect(run.exit).toBe(2);
    expect(run.report().counts).toMatchObject({ fail: 0, error: 0, skipped: 0 });
  });

  test('where nobody waits for it: neither known failures nor a replay pass beside it', async () => {
    const faulty = () => startFault('amount-changed-at-fetch');
    const paid = ['--case', 'submit-receipt/fetched-after'];
    const before = await runWith('', '', faulty, paid);
    const failures = before.report().results.filter(({ verdict }) => verdict === 'fail');
    const known = join(folder, 'known.yaml');
    writeFileSync(known, failures.map(({ id }) => `- { case: ${id}, reason: known, until: 9999-12-31 }\n`).join(''));
    for (const [lines, exit] of [
      ['', 0],
      [stray, 2],
    ] as const) {
      const run = await runWith('', lines, faulty, [...paid, '--known-failures', known]);
      expect(run.output.includes(told)).toBe(exit === 2);
      expect(run.exit).toBe(exit);
      const replayed = await runWith('', lines, undefined, ['--replay', join(before.out, 'report.json')]);
      expect(replayed.output).toContain(`${failures.length} fixed, 0 failed again`);
      expect(replayed.output.includes(told)).toBe(exit === 2);
      expect(replayed.exit).toBe(exit);
    }
  });

  test.each([
    ['throws', "throw new Error('the ledger is away')", "The adapter's pay failed: the ledger is away"],
    ['gives a number', 'return 42', "The adapter's pay gave 42: a receipt is a text, and null says there is none."],
  ])('whose pay %s: the deployment is not blamed, nor the suite', async (_what, first, reason) => {
    const run = await runWith('', first);
    const { counts, results } = run.report();
    expect(counts).toMatchObject({ fail: 0, error: 0 });
    expect(results.filter(({ verdict }) => verdict === 'inconclusive').map((result) => result.reason)).toContain(reason);
    expect(run.output).toContain(reason);
    expect(run.exit).toBe(2);
  });

  test('by ending the process: that is no pass', async () => {
    const run = await runWith('', 'process.exit(0)');
    expect(run.output).toContain('The process was ended before the run was over');
    expect(run.exit).toBe(2);
  });

  test.each([
    ['a promise that nothing settles', 'await new Promise(() => {})', ''],
    [
      'what it throws inside a callback',
      "await new Promise(() => setTimeout(() => { throw new Error('no JSON'); }, 1))",
      'no JSON',
    ],
  ])('by %s: the run ends with a report of what was found', async (_what, lines, said) => {
    const run = await runWith('', lines);
    expect(run.output).toContain('Something that was asked of the adapter never ends, so the run is ended.');
    expect(run.output).toContain('The run was ended before all cases had run.');
    expect(run.output).toContain(said);
    expect(run.report().ended).toBe('interrupted');
    expect(run.exit).toBe(2);
  });
});

test('the sandbox is paid by its adapter', async () => {
  const start = `cd '${join(room, '..')}' && sh scripts/start-throwaway.sh`;
  const run = await runAsProcess('--start', start, '--adapter', 'sandbox', '--case', 'submit-receipt/answer');
  expect(run.output).toContain(' passes the 15 cases that were selected');
  expect(run.exit).toBe(0);
});

test('the README names every option, and no other', () => {
  const named = (text: string): string[] => [...new Set(text.match(/(?<![\w-])--[a-z][a-z-]+/g))].sort();
  const table = readFileSync(join(room, 'README.md'), 'utf8').split('## Options')[1]?.split('\n## ')[0] ?? '';
  // The table leaves out the options of `watch`, so the line about `watch` is left out of the help too.
  expect(named(table)).toEqual(named(`${help.replace(/^ .* watch .*$/m, '')} --help`));
});

test('the README names every feature, with the words of the contract', () => {
  const table = readFileSync(join(room, 'README.md'), 'utf8').split('## What a deployment claims')[1]?.split('\n## ')[0] ?? '';
  const rows = [...table.matchAll(/^\| `([a-z-]+)` +\| (.*?) +\|$/gm)].map(([, name, text]) => [name, text]);
  expect(rows).toEqual([...loadContract().features]);
});

test.each([
  ['an adapter that turns limits off is believed', 'export const limitRates = async () => {};', false],
  ['without one, the time that the limits cost is announced', '', true],
])('of a deployment that states its limits while they are off: %s', async (_what, beside, isAnnounced) => {
  const adapter = join(mkdtempSync(join(tmpdir(), 'payment-invoice-adapter-')), 'adapter.mjs');
  writeFileSync(adapter, `${beside}\nexport const pay = async () => null;`);
  const telling = onReply(({ headers }) => {
    headers['RateLimit-Policy'] = '"create";q=2;w=60';
  });
  await withSubject(
    () => startServer({ fullSteps: telling }),
    async (running) => {
      const run = await runConformance(...against(running), '--adapter', adapter, '--case', 'fetch-payment/answer');
      expect(run.output.includes('limits creates to 2 in 60 s')).toBe(isAnnounced);
    },
  );
});
