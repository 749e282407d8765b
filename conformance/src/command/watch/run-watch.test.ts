/** Tests `watch` through its output. The command runs in front of a server, and the client does not notice the command. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startCoreServer } from '../../../servers/core/start-core-server.ts';
import { close, listen } from '../../../servers/serve-requests.ts';
import { makeCertificate } from '../../../testing/make-certificate.ts';
import { mistakesOf } from '../../../testing/mistakes-of.ts';
import { startFault } from '../../../testing/with-subject.ts';
import type { RunningServer } from '../../engine/running-server.ts';
import type { Report } from '../../report/report.ts';
import { runCommand } from '../run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-watch-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `watch` while `use` sends requests through it, and then ends it as Ctrl-C would. */
async function watch(args: string[], use: (baseUrl: string) => Promise<void> = async () => {}) {
  const ending = new AbortController();
  const out = mkdtempSync(join(folder, 'run-'));
  let output = '';
  const print = (text: string): void => {
    output += text;
  };
  const surroundings = { environment: {}, print, terminal: { write() {} }, interrupt: ending.signal };
  const running = runCommand(['watch', '--out', out, ...args], surroundings);
  const started = Promise.race([running, expect.poll(() => output).toContain('Listening at ')]);
  await started;
  const baseUrl = /Listening at (\S+),/.exec(output)?.[1];
  if (baseUrl !== undefined) await use(baseUrl);
  ending.abort();
  const exit = await running;
  const report = (): Report => JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));
  return { exit, output, out, report };
}

function client({ token }: RunningServer, baseUrl: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return async (operation: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${baseUrl}/api/v1/payments/${operation}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, unknown>;
  };
}

test('a server that changes an amount is caught by the traffic of others, and exits 1', async () => {
  const running = await startFault('amount-changed-at-fetch');
  const { exit, output, out, report } = await watch(['--listen', '0', '--upstream', running.baseUrl], async (baseUrl) => {
    const call = client(running, baseUrl);
    const { id } = await call('create', { cashTag: '$coffeeshop', amount: 12.34 });
    await call('fetch', { invoiceId: id });
    await fetch(`${baseUrl}/health`).catch(() => undefined);
  });
  await running.close();
  expect(exit).toBe(1);
  expect(output).toContain('BROKE invoice-amount  POST /api/v1/payments/fetch\n      expected amount: 12.34');
  expect(report()).toMatchObject({ subject: running.baseUrl, judged: { source: 'watch', exchanges: 2, ignored: 1 } });
  expect(mistakesOf(report())).toEqual([]);
  for (const name of ['report.json', 'report.html', 'junit.xml'])
    expect(readFileSync(join(out, name), 'utf8')).not.toContain(running.token);
});

test('a correct server leads to exit 0, and the output says what this does not prove', async () => {
  const running = await startCoreServer({});
  const { exit, output } = await watch(
    ['--listen', '127.0.0.1:0', '--upstream', `${running.baseUrl}/api/v1/`],
    async (baseUrl) => {
      await client(running, baseUrl)('create', { cashTag: '$coffeeshop', amount: 12.34 });
    },
  );
  await running.close();
  expect(exit).toBe(0);
  expect(output).toContain('broke no requirement in 1 recorded exchange, which does not prove conformance');
});

test('an upstream that is an address is asked for no name, about which Node.js would warn', async (context) => {
  const certificate = makeCertificate('127.0.0.1');
  if (!certificate) return context.skip('There is no openssl to make a certificate with.');
  const server = createServer(certificate);
  const { port } = new URL(await listen(server));
  const warnings: Error[] = [];
  const hear = (warning: Error): number => warnings.push(warning);
  process.on('warning', hear);
  const { output } = await watch(['--listen', '0', '--upstream', `https://127.0.0.1:${port}`], async (baseUrl) => {
    await fetch(`${baseUrl}/api/v1/payments/fetch`, { method: 'POST' }).catch(() => undefined);
  });
  process.off('warning', hear);
  await close(server);
  expect(output).toContain('The upstream cannot be reached: its certificate is signed by an authority that is not trusted here');
  expect(warnings).toEqual([]);
});

test('an upstream that asks for a certificate is shown the one that is named', async (context) => {
  const certificate = makeCertificate('127.0.0.1');
  if (!certificate) return context.skip('There is no openssl to make a certificate with.');
  const pem = join(folder, 'both.pem');
  writeFileSync(pem, Buffer.concat([certificate.cert, certificate.key]));
  const asks = { requestCert: true, rejectUnauthorized: true, ca: certificate.cert };
  const server = createServer({ ...certificate, ...asks }, (_, response) => void response.end('passed on'));
  const { port } = new URL(await listen(server));
  const upstream = ['--upstream', `https://127.0.0.1:${port}`];
  await watch(['--listen', '0', ...upstream, '--ca', pem, '--client-cert', pem], async (baseUrl) => {
    expect(await (await fetch(baseUrl)).text()).toBe('passed on');
  });
  await close(server);
});

test('it ends although a connection stays open', { timeout: 60_000 }, async () => {
  const mute = createTcpServer().listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  const { exit } = await watch(['--listen', '0', '--upstream', `http://127.0.0.1:${port}`], async (baseUrl) => {
    connect(Number(new URL(baseUrl).port), '127.0.0.1').on('error', () => undefined);
    await once(mute, 'connection');
  });
  expect(exit).toBe(2);
  mute.close();
});

test('no traffic proves nothing: exit 2', async () => {
  const { exit, output } = await watch(['--listen', '0', '--upstream', 'http://127.0.0.1:1']);
  expect(exit).toBe(2);
  expect(output).toContain('The traffic contains no exchange with an operation of the contract.');
});

const upstream = ['--upstream', 'http://127.0.0.1:1'];
const file = join(folder, 'file');
writeFileSync(file, '');

test.each([
  ['nothing', [], 'Set where to listen'],
  ['no upstream', ['--listen', '0'], 'Set where the traffic goes'],
  ['a port that is none', ['--listen', 'http', ...upstream], '--listen must be a port'],
  ['a port that is too large', ['--listen', '70000', ...upstream], '--listen must be a port'],
  ['an address that is not here', ['--listen', '203.0.113.1:9000', ...upstream], 'cannot be used to listen'],
  ['an upstream that is none', ['--listen', '0', '--upstream', 'pay.example'], '--upstream must be a URL'],
  ['an upstream with a password', ['--listen', '0', '--upstream', 'http://a:b@127.0.0.1'], '--upstream must be a URL'],
  ['an option twice', ['--listen', '0', '--listen', '1', ...upstream], '--listen is given twice'],
  ['an empty option', ['--listen', '', ...upstream], '--listen is empty'],
  ['a profile that there is not', ['--listen', '0', ...upstream, '--profile', 'half'], '--profile must be core or full'],
  [
    'a feature that there is not',
    ['--listen', '0', ...upstream, '--features', 'refunds'],
    'The contract has no feature "refunds"',
  ],
  ['a time that is none', ['--listen', '0', ...upstream, '--every', 'often'], '--every must be a number of seconds'],
  ['an authority that is none', ['--listen', '0', ...upstream, '--ca', file], 'contains no certificate in PEM'],
  ['an option that there is not', ['--frobnicate'], "Unknown option '--frobnicate'"],
  [
    'a folder that cannot be made',
    ['--listen', '0', ...upstream, '--out', join(file, 'out')],
    'The report cannot be written into',
  ],
])('%s: a sentence, and exit 2', async (_name, args, sentence) => {
  const isOut = args.includes('--out');
  let output = '';
  const print = (text: string): void => {
    output += text;
  };
  const surroundings = { environment: {}, print, terminal: { write() {} }, interrupt: new AbortController().signal };
  const exit = await runCommand(['watch', ...(isOut ? [] : ['--out', join(folder, 'none')]), ...args], surroundings);
  expect(output).toContain(sentence);
  expect(output).not.toMatch(/^\s+at .*:\d+:\d+/m);
  expect(exit).toBe(2);
});
