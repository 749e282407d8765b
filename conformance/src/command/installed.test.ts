/** The suite as others have it: its tarball and the contract's, installed with npm into an empty folder, with nothing else of this repository. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBaseServer } from '../../faults/base-server.ts';
import { faults } from '../../faults/index.ts';
import { against, payBase, runConformance, startConformance } from '../../testing/run-conformance.ts';

const room = join(import.meta.dirname, '../..');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'payment-invoice-installed-')));
const empty = join(folder, 'empty');
const bin = join(empty, 'node_modules/.bin/payment-invoice-conformance');
const run = (cwd: string, command: string, ...args: string[]): string => execFileSync(command, args, { cwd, encoding: 'utf8' });

beforeAll(() => {
  run(room, process.execPath, '../scripts/packages/pack.ts', '--out', folder, '--room', 'conformance', '--room', 'openapi');
  const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  mkdirSync(empty);
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  run(empty, 'npm', 'install', ...quiet, ...tarballs.map((name) => join(folder, name)));
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const amountChanged = faults.find(({ id }) => id === 'amount-changed-at-fetch') as (typeof faults)[number];

describe('installed from tarballs', () => {
  it('brings the contract, and nothing else of the workspace', () => {
    expect(readdirSync(join(empty, 'node_modules/@payment-invoice'))).toEqual(['conformance', 'contract']);
  });

  it.each([
    ['a sound server', () => startBaseServer({}), 0],
    ['a faulty server', () => amountChanged.start(), 1],
  ] as const)('%s gets the same verdicts', async (_name, start, exit) => {
    const running = await start();
    try {
      const here = await runConformance(...against(running), '--pay', payBase);
      const there = await startConformance([...against(running), '--pay', payBase, '--self-check'], bin).ended;
      const verdicts = ({ results }: ReturnType<typeof here.report>) => results.map(({ id, verdict }) => `${verdict} ${id}`);
      expect(verdicts(there.report())).toEqual(verdicts(here.report()));
      expect(there.report().contract).toEqual(here.report().contract);
      expect(there.report().selfCheck?.unseen).toEqual([]);
      expect([here.exit, there.exit]).toEqual([exit, exit]);
    } finally {
      await running.close();
    }
  });

  it('names itself in the report and helps', async () => {
    const { output, exit } = await startConformance(['--help'], bin).ended;
    expect(output).toContain('payment-invoice-conformance --base-url URL --token TOKEN [options]');
    expect(exit).toBe(0);
  });
});
