/** Tests that the suite ends commands that would go on running. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '@payment-invoice/browser/is-running';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startCoreServer } from '../../servers/core/start-core-server.ts';
import { against, startConformance } from '../../testing/run-conformance.ts';
import { withSubject } from '../../testing/with-subject.ts';
import { startCommand } from '../command/deployment/start-command.ts';
import { payByCommand } from './load-adapter.ts';

let folder: string;
let pidFile: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payment-invoice-group-'));
  pidFile = join(folder, 'pid');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

/**
 * A shell command that waits for a child process that hangs. Without `wait`, the shell would replace itself with the child, and
 * there would be only one process.
 */
const sleep = (): string => `sh -c 'echo $$ > ${pidFile}; exec sleep 60' & wait`;
const begun = (): Promise<void> =>
  expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8').trim(), { timeout: 20_000 }).toBeTruthy();
const gone = (): Promise<void> =>
  expect.poll(() => isRunning(Number(readFileSync(pidFile, 'utf8'))), { timeout: 5000 }).toBe(false);

test('a payment that hangs is ended after 30 seconds, with everything that its shell started', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const paid = payByCommand(sleep()).pay?.({ invoice: {}, amount: 1, outcome: 'completed' }, { baseUrl: '', token: '' });
  const told = expect(paid).rejects.toThrow('The --pay command printed no receipt within 30 s.');
  while (!existsSync(pidFile)) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(30_000);
  vi.useRealTimers();
  await told;
  await gone();
}, 20_000);

test('no payment is made after the run was ended', () =>
  withSubject(startCoreServer, async (running) => {
    const { child, ended } = startConformance([...against(running), '--pay', sleep(), '--case', 'submit-receipt/answer']);
    await begun();
    child.kill('SIGTERM');
    expect((await ended).exit).toBe(2);
    await gone();
  }));

test('a server that ignores the signal to end is killed', async () => {
  const line = '{"baseUrl":"http://127.0.0.1:9","token":"any"}';
  const started = await startCommand(`trap '' TERM; echo '${line}'; ${sleep()}`, 20_000, new AbortController().signal);
  await begun();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const stopped = started.stop();
  await vi.advanceTimersByTimeAsync(5000);
  vi.useRealTimers();
  await stopped;
  await gone();
}, 20_000);
