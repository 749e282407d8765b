/** Tests the command's modes other than a normal run, through the command's output. */

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isRunning } from '@payment-invoice/browser/is-running';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startCoreServer } from '../../servers/core/start-core-server.ts';
import { addCancel } from '../../testing/changes/add-cancel.ts';
import { changedContract } from '../../testing/changes/change-contract.ts';
import { mistakesOf } from '../../testing/mistakes-of.ts';
import { relay } from '../../testing/relay.ts';
import { against, payBase, runConformance, startConformance } from '../../testing/run-conformance.ts';
import { serveForTest } from '../../testing/serve-for-test.ts';
import { startFault, withSubject } from '../../testing/with-subject.ts';

describe('--dry-run', () => {
  test('sends nothing', async () => {
    const dry = await runConformance('--dry-run', '--pay', payBase);
    expect(dry.exit).toBe(0);
    expect(dry.output).toMatch(/about \d+ requests, \d+ of them write, \d+ invoices/);
    expect(existsSync(join(dry.out, 'report.json'))).toBe(false);
  });

  test('says what would be skipped', async () => {
    const dry = await runConformance('--dry-run', '--features', 'lifecycle');
    expect(dry.output).toMatch(/\d+ of these cases would be skipped: .*--pay or --adapter/);
  });
});

describe('--self-check', () => {
  test('sees every tampering with a sound run, and says so in the report', () =>
    withSubject(startCoreServer, async (running) => {
      const run = await runConformance(...against(running), '--pay', payBase, '--self-check');
      const { selfCheck } = run.report();
      expect(selfCheck?.tamperings).toBeGreaterThan(100);
      expect(selfCheck).toMatchObject({
        unseen: [],
        // The record contains no callbacks, only the suite's requests, so these cases cannot be judged from it.
        notReread: ['create-payment/callback/is-called', 'submit-receipt/answer/no-callback-url'],
        seen: selfCheck?.tamperings,
      });
      expect(run.output).toContain(
        `Self-check: of ${selfCheck?.tamperings} responses tampered with, the suite saw ${selfCheck?.seen}`,
      );
      expect(mistakesOf(run.report())).toEqual([]);
    }));

  test('lists what the cases that ran cannot see', () =>
    withSubject(startCoreServer, async (running) => {
      const run = await runConformance(...against(running), '--case', 'create-payment/answer/note', '--self-check');
      const { selfCheck } = run.report();
      expect(selfCheck?.unseen.map(({ tampering }) => tampering)).toContain('amount is null');
      expect(selfCheck?.unseen.map(({ tampering }) => tampering)).not.toContain('note is null');
      expect(run.output).toContain('not covered: amount is null: shared/created: POST /api/v1/payments/create');
    }));
});

describe.skipIf(!existsSync('/dev/full'))('a disk that takes no report (skipped where there is no /dev/full)', () => {
  test.each([
    [1, 'is not conformant', () => startFault('amount-changed-at-fetch')],
    [2, 'conforms to core', () => startCoreServer({})],
  ] as const)('exit %i: what was found is printed, and no half report is left', (exit, verdict, start) =>
    withSubject(start, async (running) => {
      const ready = join(mkdtempSync(join(tmpdir(), 'payment-invoice-full-')), 'ready');
      const pay = `while [ ! -e '${ready}' ]; do sleep 0.05; done; ${payBase}`;
      const { out, ended, printed } = startConformance([...against(running), '--pay', pay]);
      // The command prints the plan only after it has created the folder.
      await expect.poll(printed).toContain('cases');
      symlinkSync('/dev/full', join(out, 'junit.xml'));
      // The command cannot delete its old badge.svg, because a folder has that name. This must not make the run fail.
      mkdirSync(join(out, 'badge.svg'));
      writeFileSync(ready, '');
      const run = await ended;
      rmSync(dirname(ready), { recursive: true });
      expect(run.output).toContain(verdict);
      expect(run.output).toMatch(/The report could not be written to .*: ENOSPC: no space left on device/);
      expect(run.output).not.toContain('    at ');
      expect(readdirSync(out)).toEqual(['badge.svg']);
      expect(run.exit).toBe(exit);
    }),
  );
});

describe('Ctrl-C', () => {
  test('ends a run whose deployment is still starting, and what was started', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-starting-'));
    const pidFile = join(folder, 'pid');
    const { child, ended } = startConformance(['--start', `echo $$ > '${pidFile}'; exec sleep 20`]);
    await expect.poll(() => existsSync(pidFile), { timeout: 20_000 }).toBe(true);
    child.kill('SIGINT');
    const run = await ended;
    expect(run.output).toContain('The server to check did not start: the run was ended first.');
    expect(run.exit).toBe(2);
    expect(isRunning(Number(readFileSync(pidFile, 'utf8')))).toBe(false);
    rmSync(folder, { recursive: true });
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('%s leaves a valid partial report and exits 2', async (signal) => {
    // The proxy forwards only the first 150 requests to a correct server, so that the run hangs halfway.
    const running = await startCoreServer();
    onTestFinished(() => running.close());
    let left = 150;
    let told = (): void => undefined;
    const waiting = new Promise<void>((resolve) => {
      told = resolve;
    });
    const baseUrl = await serveForTest(async (request, response) => {
      if (left-- <= 0) return told();
      const answer = await relay(running.baseUrl, request, response);
      if (answer) response.writeHead(answer.status, { 'content-type': answer.headers['content-type'] ?? '' }).end(answer.text);
    });
    const { child, ended } = startConformance(['--base-url', baseUrl, '--token', running.token, '--pay', payBase]);
    await waiting;
    child.kill(signal);
    const run = await ended;
    expect(run.output).toContain('The run was ended before all cases had run.');
    expect(run.exit).toBe(2);
    const report = run.report();
    expect(mistakesOf(report)).toEqual([]);
    expect(report.ended).toBe('interrupted');
    expect(report.counts.pass).toBeGreaterThan(0);
    expect(report.results.filter(({ reason }) => reason === 'The run was ended before this case.').length).toBeGreaterThan(50);
    for (const name of ['report.html', 'junit.xml', 'exchanges.har']) expect(existsSync(join(run.out, name)), name).toBe(true);
  });
});

test('the rate is kept', () =>
  withSubject(startCoreServer, async (running) => {
    const run = await runConformance(
      ...against(running),
      '--case',
      'create-payment/method',
      '--operation',
      'create-payment',
      '--rate',
      '10',
    );
    const { log } = JSON.parse(readFileSync(join(run.out, 'exchanges.har'), 'utf8')) as {
      log: { entries: { startedDateTime: string }[] };
    };
    const starts = log.entries.slice(1).map(({ startedDateTime }) => Date.parse(startedDateTime));
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] as number));
    expect(gaps.length).toBeGreaterThan(2);
    // Uses the median, because the shortest gap proves nothing: a busy machine may send a request late and the next one on time.
    // The threshold is below 100, because timers may fire slightly early.
    expect(gaps.sort((one, other) => one - other)[Math.floor(gaps.length / 2)]).toBeGreaterThan(80);
  }));

test('a callback port that is in use is told before anything is sent', async () => {
  let asked = 0;
  const baseUrl = await serveForTest((_request, response) => {
    asked++;
    response.end();
  });
  const { port } = new URL(baseUrl);
  const busy = ['--callback-listen', `127.0.0.1:${port}`];
  const run = await runConformance('--base-url', baseUrl, '--token', 'any-token', ...busy);
  expect(run.output).toContain(`--callback-listen 127.0.0.1:${port} cannot be used to listen: the port is in use.`);
  expect(run.exit).toBe(2);
  expect(asked).toBe(0);
});

describe('--contract and --check-plan', () => {
  const changed = (...changes: Parameters<typeof changedContract>): string => {
    const path = join(mkdtempSync(join(tmpdir(), 'changed-contract-')), 'openapi.yaml');
    writeFileSync(path, changedContract(...changes));
    return path;
  };

  test('the contract that comes with the suite owes nothing', async () => {
    const run = await runConformance('--check-plan', '--json');
    expect(Object.values(JSON.parse(run.output)).flat()).toEqual([]);
    expect(run.exit).toBe(0);
  });

  test('a contract that was changed is planned: its operation is tried without a line of the suite', async () => {
    const contract = changed(addCancel);
    const list = await runConformance('--list', '--contract', contract);
    expect(list.output).toContain('cancel-payment/ownership/foreign-invoice');
    const run = await runConformance('--check-plan', '--contract', contract);
    expect(run.output).toMatch(
      /^\d+ cases, \d+ of them derived from the contract \(\d+(\.\d)? %\), for \d+ statements; 0 owed\.\n$/,
    );
    expect(run.exit).toBe(0);
  });

  test('a requirement that no case tests is named, and stops a run', async () => {
    const contract = changed((document) => {
      document.paths['/api/v1/payments/fetch'].post['x-requirements'].push({
        ...{
          id: 'fetch-is-quick',
          level: 'SHOULD',
          support: 'extended',
          feature: 'limits',
          source: 'D-16',
          text: 'Fetch is quick.',
        },
      });
    });
    const plan = await runConformance('--check-plan', '--json', '--contract', contract);
    expect(plan.exit).toBe(1);
    expect(JSON.parse(plan.output)).toMatchObject({ requirements: ['fetch-is-quick'] });
    const run = await runConformance('--base-url', 'http://127.0.0.1:9', '--token', 'token', '--contract', contract);
    expect(run.exit).toBe(2);
    expect(run.output).toContain('Requirement fetch-is-quick has no case');
  });

  test('a file that is no contract is refused with a sentence', async () => {
    const run = await runConformance('--list', '--contract', 'no-such-file.yaml');
    expect(run.exit).toBe(2);
    expect(run.output).toContain('--contract no-such-file.yaml cannot be read as a contract: there is no such file.');
  });
});
