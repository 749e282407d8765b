/** The suite as others have it: one tarball, installed with npm into an empty folder, with nothing else of this repository. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBaseServer } from '../../faults/base-server.ts';
import { faults } from '../../faults/index.ts';
import { packSuite } from '../../testing/pack-suite.ts';
import { against, payBase, runConformance, startConformance } from '../../testing/run-conformance.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'payment-invoice-installed-')));
const empty = join(folder, 'empty');
const bin = join(empty, 'node_modules/.bin/payment-invoice-conformance');
const npm = (cwd: string, ...args: string[]): string =>
  execFileSync('npm', [...args, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], { cwd, encoding: 'utf8' });

beforeAll(() => {
  packSuite(join(folder, 'package'));
  npm(join(folder, 'package'), 'pack', '--pack-destination', folder);
  const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  mkdirSync(empty);
  npm(empty, 'install', ...tarballs.map((name) => join(folder, name)));
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const amountChanged = faults.find(({ id }) => id === 'amount-changed-at-fetch') as (typeof faults)[number];

describe('installed from one tarball', () => {
  it('the contract is inside, and nothing of the workspace beside', () => {
    const scope = join(empty, 'node_modules/@payment-invoice');
    expect(readdirSync(scope)).toEqual(['conformance']);
    expect(existsSync(join(scope, 'conformance/node_modules/@payment-invoice/contract/openapi.yaml'))).toBe(true);
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
