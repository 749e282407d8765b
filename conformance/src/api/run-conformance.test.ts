/** Tests that a run from a program has the same results as the command's run against the same server. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCoreServer } from '../../servers/core/start-core-server.ts';
import { against, payBase, runConformance as runCommand } from '../../testing/run-conformance.ts';
import { serveForTest } from '../../testing/serve-for-test.ts';
import { startFault } from '../../testing/with-subject.ts';
import type { RunningServer } from '../engine/running-server.ts';
import { type CaseResult, ConformanceError, type ConformanceOptions, listCases, runConformance } from '../index.ts';
import { planTests } from './plan-tests.ts';

let sound: RunningServer;
let faulty: RunningServer;
const part = 'fetch-payment/as-created';
const at = ({ baseUrl, token }: RunningServer): ConformanceOptions => ({ baseUrl, token, pay: payBase });

beforeAll(async () => {
  [sound, faulty] = await Promise.all([startCoreServer({}), startFault('amount-changed-at-fetch')]);
});
afterAll(() => Promise.all([sound.close(), faulty.close()]));

test('the reason of a test that is skipped is one line, whatever an adapter repeats in it', async () => {
  const pay = async (): Promise<never> => {
    throw new Error('500: \u001b[2J\nok 1 - forged');
  };
  const { baseUrl, token } = sound;
  const tests = planTests({ baseUrl, token, adapter: { pay }, case: ['fetch-payment/', 'submit-receipt/answer/amount'] });
  const ids = tests.groups.flatMap(([, own]) => own);
  tests.start(ids);
  const told = await Promise.all(ids.map((id) => tests.told(id)));
  expect(told.filter((reason) => reason?.includes('forged'))).not.toEqual([]);
  expect(told.filter((reason) => /\p{Cc}/u.test(reason ?? ''))).toEqual([]);
});

test('finds what the command finds, and yields each result as its case ends', async () => {
  const command = await runCommand(...against(faulty), '--pay', payBase, '--case', part, '--seed', '1');
  const followed: CaseResult[] = [];
  const run = runConformance({ ...at(faulty), case: part, seed: 1 });
  for await (const result of run) followed.push(result);
  const { report, exitCode, sentence } = await run;
  expect(exitCode).toBe(command.exit);
  expect(command.output).toContain(`${sentence}\n`);
  expect(report.counts).toEqual(command.report().counts);
  expect(report.selected).toEqual([part]);
  expect(report.reproduce).not.toContain(faulty.token);
  const verdicts = (results: CaseResult[]) => results.map(({ id, verdict }) => `${id} ${verdict}`).sort();
  expect(verdicts(followed)).toEqual(verdicts(report.results));
  expect(followed.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toContain('fetch-payment/as-created/amount');
  // A second loop starts again at the first result.
  const again: CaseResult[] = [];
  for await (const result of run) again.push(result);
  expect(again).toEqual(followed);
});

test('writes reports only into a given folder, accepts an adapter object, and gives the notices of the command', async () => {
  const out = mkdtempSync(join(tmpdir(), 'payment-invoice-api-'));
  const notices: string[] = [];
  const paid: number[] = [];
  const adapter = {
    async pay({ amount }: { amount: number }) {
      paid.push(amount);
      return null;
    },
  };
  const { baseUrl, token } = sound;
  const options = {
    baseUrl,
    token,
    adapter,
    case: 'submit-receipt/answer',
    out,
    onNotice: (lines: string) => notices.push(lines),
  };
  const { page, report } = await runConformance(options);
  expect(page).toBe(join(out, 'report.html'));
  expect(existsSync(join(out, 'report.json'))).toBe(true);
  expect(paid.length).toBeGreaterThan(0);
  expect(notices[0]).toMatch(/^Plan: \d+ cases/);
  expect(report.verdict).toBe('nothing proven');
  rmSync(out, { recursive: true });
});

test('ends when its signal is aborted, with a report on the results so far, and sends nothing more', async () => {
  const ending = new AbortController();
  const run = runConformance({ ...at(sound), signal: ending.signal });
  for await (const _result of run) break;
  ending.abort();
  const { report, exitCode } = await run;
  expect(report).toMatchObject({ ended: 'interrupted', verdict: 'nothing proven' });
  expect(exitCode).toBe(2);
  expect(report.counts.skipped).toBeGreaterThan(100);
  await expect(runConformance({ ...at(sound), signal: AbortSignal.abort() })).rejects.toThrow(ConformanceError);
});

describe('rejects with the message of the command if there is no report', () => {
  test.each<[string, object, string]>([
    ['a wrong option', { baseUrl: 'http://127.0.0.1:9', profile: 'ful' }, '--profile must be core or full, not "ful".'],
    ['an option that there is not', { basUrl: 'http://127.0.0.1:9' }, "Unknown option '--bas-url'"],
    ['an option of the command', { list: true }, '"list" is an option of the command only, not of runConformance.'],
    ['no token', { baseUrl: 'http://127.0.0.1:9' }, 'No token is set'],
    ['nobody there', { baseUrl: 'http://127.0.0.1:9', token: 'any-token' }, 'cannot be checked'],
    ['an adapter that cannot pay', { baseUrl: 'http://127.0.0.1:9', token: 'any-token', adapter: {} }, 'no function pay'],
  ])('%s', async (_name, options, sentence) => {
    const run = runConformance(options as ConformanceOptions);
    const follow = async (): Promise<void> => {
      for await (const result of run) expect(result).toBeUndefined();
    };
    const error = await follow().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConformanceError);
    expect((error as Error).message).toContain(sentence);
    await expect(run).rejects.toBe(error);
  });
});

test('reads only the environment that it is given', async () => {
  const environment = { BASE_URL: sound.baseUrl, TOKEN: sound.token };
  expect((await runConformance({ environment, case: `${part}/id` })).exitCode).toBe(0);
});

test('lists the cases that a deployment would have to pass', () => {
  const core = listCases();
  expect(core.every(({ support }) => support === 'core')).toBe(true);
  expect(listCases({ profile: 'full' }).length).toBeGreaterThan(core.length * 2);
  expect(listCases({ requirement: 'invoice-note' }).map(({ requirement }) => requirement)).toContain('invoice-note');
  expect(() => listCases({ requirement: 'invoice-not' })).toThrow(/no requirement "invoice-not"\. Similar ones: invoice-note, /);
});

test('masks both tokens in the results and in the report, wherever the deployment writes them', async () => {
  const [token, otherToken] = ['Zm9v+YmFy/cXV4Cg', 'Qk9v/YmFy+cXV4Dh'];
  const baseUrl = await serveForTest((request, response) => {
    request.resume().on('end', () => {
      const invoice = { id: 'inv_1', status: 'pending', note: `${token} ${otherToken}`, [otherToken]: '' };
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(invoice));
    });
  });
  const run = runConformance({ baseUrl, token, otherToken, case: ['create-payment/answer', 'fetch-payment/as-created'] });
  const results: CaseResult[] = [];
  for await (const result of run) results.push(result);
  const { report } = await run;
  for (const text of [results, report].map((value) => JSON.stringify(value))) {
    expect(text).toContain('$OTHER_TOKEN');
    expect(text.includes(token)).toBe(false);
    expect(text.includes(otherToken)).toBe(false);
  }
});

test('masks both tokens and encodes what a deployment writes in the error of a run that proves nothing', async () => {
  const [token, otherToken] = ['Zm9v+YmFy/cXV4Cg', 'Qk9v/YmFy+cXV4Dh'];
  const baseUrl = await serveForTest((request, response) => {
    const text = `${token} ${encodeURIComponent(otherToken)} \u001b[8m\u202e\n::error::forged`;
    request.resume().on('end', () => response.writeHead(500).end(text));
  });
  const error = (await runConformance({ baseUrl, token, otherToken }).then(
    () => undefined,
    (reason: unknown) => reason,
  )) as Error;
  expect(error).toBeInstanceOf(ConformanceError);
  expect(error.message).toContain('with 500: $TOKEN $OTHER_TOKEN \\u001B[8m\\u202E\\n::error::forged');
  expect(`${error.message}${error.stack}`).not.toMatch(/YmFy|\p{Cf}|^::/mu);
});
