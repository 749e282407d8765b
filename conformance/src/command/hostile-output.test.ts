/**
 * Tests the command's output if a deployment, a report or a recording contains hostile text. The command must print it as text,
 * without any other effect.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer as createRawServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { changeRendered } from '../../faults/changes/change-core.ts';
import { startCoreServer } from '../../servers/core/start-core-server.ts';
import { makeFinding, makeReport, makeResult } from '../../testing/make-report.ts';
import { serveForTest } from '../../testing/serve-for-test.ts';
import type { Report } from '../report/report.ts';
import { runCommand } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-hostile-output-'));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Contains lines and commands that only the suite may print, terminal control codes, and characters that reverse the text
 * direction.
 */
const hostile = [
  'x\u202e\n::stop-commands::abc\n  ::error file=a.ts,line=1::FORGED\nFORGED is conformant: every requirement held.\r\n##[add-mask]e',
  '##[error]FORGED\u001b[8m\u001b[2J\u001b]0;FORGED\u0007\u009b31m\u0085FORGED\u202e\u2066\u2028FORGED\u200b\ufeff</pre><script>alert(1)</script>',
].join('');

async function run(...args: string[]): Promise<{ exit: number; output: string }> {
  let output = '';
  const print = (text: string): void => {
    output += text;
  };
  const surroundings = { print, terminal: { write: print }, interrupt: new AbortController().signal };
  const exit = await runCommand(args, { environment: { GITHUB_ACTIONS: 'true' }, ...surroundings });
  return { exit, output };
}

function expectHarmless(output: string): void {
  expect(output).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(output).not.toContain('##[');
  for (const line of output.split('\n')) {
    expect(line).not.toMatch(/^\W*FORGED/);
    if (/^\s*::/.test(line)) expect(line).toMatch(/^::(error|warning|notice) title=[^:]+::/);
  }
}

/** Starts a server that sends these bytes as its response to every request. */
async function startRaw(response: string): Promise<{ baseUrl: string; close(): void }> {
  const server = createRawServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(response, 'latin1'));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

const raw = (status: string, headers: string, body: string): string => {
  const bytes = Buffer.from(body).toString('latin1');
  return `HTTP/1.1 ${status}\r\n${headers}Content-Length: ${bytes.length}\r\nConnection: close\r\n\r\n${bytes}`;
};
const json = 'Content-Type: application/json\r\n';

describe('at each end before the first case', () => {
  test.each([
    ['500 of text', raw('500 No', '', hostile), 'failed the simplest create'],
    ['500 of JSON', raw('500 No', json, JSON.stringify({ detail: hostile })), 'failed the simplest create'],
    [
      '404 with an object',
      raw('404 No', json, JSON.stringify({ detail: hostile }).replace('\\n', '\n')),
      'not the Payment Invoice API',
    ],
    ['404 with spaced JSON', raw('404 No', json, `{\n::error::FORGED\n:1}\n${hostile}`), 'not the Payment Invoice API'],
    ['405 with an object over lines', raw('405 No', json, '{\n"a":1,\n\n\n\n"FORGED":\n2}'), 'It said:'],
    ['400 of text', raw('400 No', '', hostile), 'refused the simplest create'],
    ['422 of text', raw('422 No', '', `\n${hostile}`), 'refused the simplest create'],
    ['401', raw('401 No', `WWW-Authenticate: \u009b31m\r\n`, hostile), 'the token is not accepted'],
    ['302 elsewhere', raw('302 No', 'Location: https://a.example/\u009b31mFORGED\u0085\r\n', hostile), 'points to'],
    ['302 to no URL', raw('302 No', 'Location: http://[\u009b2J::error::FORGED\r\n', ''), 'points to'],
    ['200 of something else', raw('200 OK', json, JSON.stringify({ [hostile]: hostile })), 'to any path and gives no invoice'],
    ['no HTTP', `HTTP/1.1 200 OK\r\n\u001b[2J\n::error::FORGED\r\n\r\n${hostile}`, 'cannot be checked'],
    ['a header that no parser takes', raw('200 OK', `X: \u001b[2J\u0000\n::error::FORGED\r\n`, ''), 'cannot be checked'],
    ['bytes of TLS', `\u0015\u0003\u0003\u0000\u0002\u0002\u0028${hostile}`, 'cannot be checked'],
  ])('%s', async (_what, response, sentence) => {
    const server = await startRaw(response);
    try {
      const { exit, output } = await run('--base-url', server.baseUrl, '--token', 'any-token', '--out', join(folder, 'early'));
      expect(output).toContain(sentence);
      expectHarmless(output);
      expect(exit).toBe(2);
    } finally {
      server.close();
    }
  });

  test('a server that was started for the run, and its log', async () => {
    const script = `console.error(${JSON.stringify(hostile)}); process.exit(1)`;
    const file = join(folder, 'start.mjs');
    writeFileSync(file, script);
    const { exit, output } = await run('--start', `'${process.execPath}' '${file}'`, '--out', join(folder, 'early'));
    expect(output).toContain('did not start');
    expect(output).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]|##\[|^\s*::/mu);
    expect(exit).toBe(2);
  });
});

test('in findings, in a replay, in a comparison and in judged traffic', async () => {
  const running = await startCoreServer(
    changeRendered(() => ({ note: hostile, status: hostile, cashTag: hostile }), 'fetchPayment'),
  );
  const [out, again] = [join(folder, 'run'), join(folder, 'again')];
  const against = ['--base-url', running.baseUrl, '--token', running.token];
  try {
    const first = await run(...against, '--operation', 'fetch-payment', '--all', '--out', out);
    expect(first.exit).toBe(1);
    expectHarmless(first.output);
    const replayed = await run('--replay', join(out, 'report.json'), ...against, '--out', again);
    expect(replayed.output).toContain('FAILED');
    expectHarmless(replayed.output);
    const har = await run('--har', join(out, 'exchanges.har'), '--all', '--out', again);
    expect(har.exit).toBe(1);
    expectHarmless(har.output);
  } finally {
    await running.close();
  }
  const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
  for (const name of ['junit.xml', 'report.html']) {
    const text = readFileSync(join(out, name), 'utf8');
    expect(text, name).not.toMatch(/[^\P{Cc}\n\r\t]|[\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(text, name).not.toContain('<script>alert');
    expect(text, name).toContain('\\u202E');
  }

  const forged = join(folder, 'forged.json');
  const results = report.results.map((one) => ({
    ...one,
    id: `${one.id}${hostile}`,
    requirement: `${one.requirement}${hostile}`,
  }));
  const requirements = Object.fromEntries(Object.entries(report.requirements).map(([id, one]) => [`${id}${hostile}`, one]));
  const about = { subject: `https://a.example/${hostile}`, features: [hostile], profile: hostile, results, requirements };
  writeFileSync(forged, JSON.stringify({ ...report, ...about, contract: { ...report.contract, version: hostile } }));
  for (const args of [
    ['compare', forged, join(out, 'report.json'), '--out', join(folder, 'page.html')],
    ['compare', join(out, 'report.json'), forged, '--out', join(folder, 'page.html')],
    ['--replay', forged, '--base-url', 'http://127.0.0.1:9', '--token', 'any-token'],
    ['--replay', forged, '--token', 'any-token'],
  ])
    expectHarmless((await run(...args)).output);
  writeFileSync(forged, hostile);
  for (const args of [
    ['--replay', forged],
    ['compare', forged, forged],
    ['--har', forged, '--out', again],
  ])
    expectHarmless((await run(...args)).output);
});

test('--replay sends the token nowhere unless the reader says where', async () => {
  let asked = 0;
  const subject = await serveForTest((_request, response) => {
    asked++;
    response.end('{}');
  });
  const file = join(folder, 'sent-on.json');
  const failed = makeResult('create-payment/answer/note', { findings: [makeFinding('invoice-note')] });
  writeFileSync(file, JSON.stringify(makeReport([failed], { subject })));
  const { exit, output } = await run('--replay', file, '--token', 'any-token');
  expect(output).toContain('Set --base-url');
  expect(output).toContain(subject);
  expect([exit, asked]).toEqual([2, 0]);
  await run('--replay', file, '--token', 'any-token', '--base-url', subject);
  expect(asked).toBeGreaterThan(0);
});

test('nothing is printed without being encoded', () => {
  const home = join(import.meta.dirname, '../..');
  const files = readdirSync(join(home, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const past = files.filter((file) =>
    /process\.std(?:out|err)|\bconsole\.(?:log|error|warn|info|debug)\b|\b(?:terminal|stdout|stderr)\.write\(|\bgiven\.print\b/.test(
      readFileSync(join(home, 'src', file), 'utf8'),
    ),
  );
  // Only three files may print: the API for test runners (it encodes its warning), the command itself, and the progress line (it
  // contains only numbers).
  expect(past.sort()).toEqual(['api/plan-tests.ts', 'command/run-command.ts', 'command/show-progress.ts']);
});
