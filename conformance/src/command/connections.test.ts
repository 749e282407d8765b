/** Tests connections through a proxy, with certificates, and to gateways that require a header. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, request as send } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCoreServer } from '../../servers/core/start-core-server.ts';
import { close, listen } from '../../servers/serve-requests.ts';
import { makeCertificate } from '../../testing/make-certificate.ts';
import { payBase, runConformance } from '../../testing/run-conformance.ts';
import { runConformance as runByProgram } from '../api/run-conformance.ts';
import type { RunningServer } from '../engine/running-server.ts';

const { out: folder } = await runConformance('--help');
const [own, other] = [makeCertificate('localhost'), makeCertificate('localhost')];
const file = (name: string, text: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const none = file('none.pem', 'no certificate');
const ca = file('ca.pem', own?.cert ?? '');
const clientCert = file('client.pem', other?.cert ?? '');
const clientKey = file('client.key', other?.key ?? '');
const both = file('both.pem', Buffer.concat([other?.cert ?? Buffer.of(), other?.key ?? Buffer.of()]));

let behind: RunningServer;
beforeAll(async () => {
  behind = await startCoreServer({});
});
afterAll(() => behind.close());

/** Forwards a request to the server behind the proxy. */
const passOn: RequestListener = (request, response) => {
  const { method = '', url = '', headers } = request;
  const passed = send(behind.baseUrl + url, { method, headers, agent: false }, (received) =>
    received.pipe(response.writeHead(received.statusCode ?? 502, received.headers)),
  );
  request.pipe(passed.on('error', () => response.destroy()));
};
const some = ['--pay', payBase, '--case', 'fetch-payment/as-created', '--case', 'create-payment/echo'];

describe.skipIf(own === undefined)('a deployment of https that asks for a certificate', () => {
  const server = createHttpsServer({ ...own, ca: other?.cert as Buffer, requestCert: true, rejectUnauthorized: true }, passOn);
  let against: string[];
  beforeAll(async () => {
    const { port } = new URL(await listen(server));
    against = ['--base-url', `https://localhost:${port}`, '--token', behind.token, ...some];
  });
  afterAll(() => close(server));

  test.each([
    ['in two files', ['--client-cert', clientCert, '--client-key', clientKey]],
    ['in one file', ['--client-cert', both]],
  ])('is checked with one %s', async (_how, shown) => {
    const { exit, output, report } = await runConformance(...against, '--ca', ca, ...shown);
    expect(output).toContain('not a verdict on the deployment');
    expect(report().counts.fail).toBe(0);
    expect(exit).toBe(0);
  });

  test.each([
    ['no authority', [], 'name a file with its certificate with --ca'],
    ['no certificate', ['--ca', ca], 'name one with --client-cert'],
    [
      'an untrusted certificate',
      ['--ca', ca, '--client-cert', file('own.pem', Buffer.concat([own?.cert ?? Buffer.of(), own?.key ?? Buffer.of()]))],
      '--client-cert',
    ],
  ])('with %s: a sentence that names the option, and exit 2', async (_what, shown, sentence) => {
    const { exit, output } = await runConformance(...against, ...shown);
    expect(output).toContain(sentence);
    expect(exit).toBe(2);
  });
});

describe('a proxy', () => {
  const asked: string[] = [];
  const secure = createHttpsServer({ ...makeCertificate('payments.test') }, passOn);
  const proxy = createServer((request, response) => {
    asked.push(request.headers['proxy-authorization'] ?? 'nobody');
    request.url = new URL(request.url ?? '').pathname;
    passOn(request, response);
  }).on('connect', (request, socket) => {
    asked.push(request.headers['proxy-authorization'] ?? 'nobody');
    if (asked.at(-1) === 'nobody') return void socket.end('HTTP/1.1 407 Who?\r\n\r\n');
    const { port } = secure.address() as { port: number };
    const passed = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    socket.on('error', () => passed.destroy());
    passed
      .on('error', () => socket.destroy())
      .pipe(socket)
      .pipe(passed);
  });
  let [named, secret] = ['', ''];
  beforeAll(async () => {
    named = await listen(proxy);
    secret = named.replace('//', '//me:let-me-through@');
    await listen(secure);
  });
  afterAll(async () => {
    await close(proxy);
    await close(secure);
  });

  const run = (baseUrl: string, environment: Record<string, string>, more: object = {}) =>
    runByProgram({ baseUrl, token: behind.token, pay: payBase, case: 'fetch-payment/as-created', environment, ...more });

  test('takes what goes to a deployment of http', async () => {
    asked.length = 0;
    const { report, exitCode } = await run('http://payments.test', { http_proxy: named });
    expect([exitCode, report.counts.fail]).toEqual([0, 0]);
    expect(asked.length).toBe(report.traffic.requests);
  });

  test.skipIf(own === undefined)('connects to one of https, with user and password, which no report holds', async () => {
    asked.length = 0;
    const insecure = { HTTPS_PROXY: secret };
    await expect(run('https://payments.test', insecure)).rejects.toThrow('not trusted here');
    await expect(run('https://payments.test', { HTTPS_PROXY: named })).rejects.toThrow(
      'the proxy did not connect to it, and said 407: it takes a user and a password',
    );
    expect(asked).toContain(`Basic ${Buffer.from('me:let-me-through').toString('base64')}`);
  });

  test('is passed by for the hosts of NO_PROXY, and for this machine', async () => {
    asked.length = 0;
    await expect(run('http://payments.test', { HTTP_PROXY: named, NO_PROXY: '.test' })).rejects.toThrow('does not resolve');
    const { exitCode } = await run(behind.baseUrl, { HTTP_PROXY: 'http://127.0.0.1:1' });
    expect([exitCode, asked]).toEqual([0, []]);
  });

  test('that is away is named', async () => {
    await expect(run('http://payments.test', { HTTP_PROXY: 'http://127.0.0.1:1' })).rejects.toThrow('on the way by the proxy');
  });

  test.each(['socks5://127.0.0.1:1', 'nonsense', '://'])('that is none is refused: %s', async (value) => {
    await expect(run('https://payments.test', { HTTPS_PROXY: value })).rejects.toThrow(
      'HTTPS_PROXY in the environment is not a proxy',
    );
    // HTTP_PROXY does not apply to this run, so the wrong value is not an error.
    expect((await run(behind.baseUrl, { HTTP_PROXY: value })).exitCode).toBe(0);
  });

  test('whose password cannot be read is refused with a sentence that does not hold it', async () => {
    const refused = run('https://payments.test', { HTTPS_PROXY: 'http://me:se%zzcret@127.0.0.1:1' });
    await expect(refused).rejects.toThrow(/^HTTPS_PROXY in the environment has a user or password that cannot be decoded/);
  });
});

test.each([
  ['an address of IPv6', '::1', ''],
  ['a prefix before /api/v1', '127.0.0.1', '/shop/payments'],
])('a deployment at %s', async (_where, host, prefix) => {
  const server = createServer((request, response) => {
    request.url = request.url?.slice(prefix.length) ?? '';
    passOn(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as { port: number };
  const named = host.includes(':') ? `[${host}]` : host;
  const { exit, output } = await runConformance(
    '--base-url',
    `http://${named}:${port}${prefix}/`,
    '--token',
    behind.token,
    ...some,
  );
  await close(server);
  expect(output).toContain('not a verdict on the deployment');
  expect(exit).toBe(0);
});

test('a header that the deployment’s guard asks for goes with every request, and its value into no report', async () => {
  const value = 'a1b2c3d4e5.access';
  const guard = createServer((request, response) => {
    const isKnown = request.headers['cf-access-client-id'] === value;
    if (isKnown) return void passOn(request, response);
    response.writeHead(403, { 'content-type': 'text/html' }).end('<title>Access denied</title>');
  });
  const baseUrl = await listen(guard);
  const against = ['--base-url', baseUrl, '--token', behind.token, ...some];
  const refused = await runConformance(...against);
  expect(refused.output).toContain('It said: Access denied');
  const passed = await runConformance(...against, '--header', `Cf-Access-Client-Id: ${value}`);
  await close(guard);
  expect(passed.exit).toBe(0);
  for (const name of ['report.json', 'report.html', 'junit.xml', 'exchanges.har'])
    expect(readFileSync(join(passed.out, name), 'utf8').includes(value), name).toBe(false);
  expect(passed.report().reproduce).toContain("--header 'Cf-Access-Client-Id: …'");
});

test('a value of a header that stands in a response too is judged as it came, and is in no report', async () => {
  const against = ['--base-url', behind.baseUrl, '--token', behind.token, ...some];
  const plain = await runConformance(...against);
  // `coffeeshop` is the tag of every invoice in this run; `inconclusive` is a word of the reports themselves.
  for (const value of ['coffeeshop', 'inconclusive']) {
    const run = await runConformance(...against, '--header', `X-Tenant: ${value}`);
    expect(run.report().counts).toEqual(plain.report().counts);
    for (const name of ['report.json', 'report.html', 'junit.xml', 'exchanges.har'])
      if (value === 'coffeeshop') expect(readFileSync(join(run.out, name), 'utf8').includes(value), name).toBe(false);
  }
});

const elsewhere = ['--base-url', 'https://127.0.0.1:1', '--token', 'token'];
test.each([
  ['an authority that is not there', ['--ca', join(folder, 'nowhere.pem')], 'there is no such file'],
  ['an authority that is a folder', ['--ca', folder], 'it is a folder'],
  ['an authority that is none', ['--ca', none], 'contains no certificate in PEM'],
  ['an authority for http', ['--ca', ca, '--base-url', 'http://127.0.0.1:1'], 'need a base URL with https'],
  ['a certificate without its key', ['--client-cert', clientCert], 'contains no private key'],
  ['a key that is none', ['--client-cert', clientCert, '--client-key', none], 'contains no private key in PEM'],
  ['a key by itself', ['--client-key', clientKey], 'also set --client-cert'],
  ['the key of another', ['--client-cert', ca, '--client-key', clientKey], 'the key belongs to another certificate'],
  ['a header without a value', ['--header', 'X-Guard'], '--header takes a name and a value'],
  ['a header with a line break', ['--header', 'X-Guard: a\r\nHost: b'], 'characters that are not allowed in a header'],
  ['a header twice', ['--header', 'X-Guard: a', '--header', 'x-guard: b'], '--header x-guard is given twice'],
  ['the token', ['--header', 'Authorization: Bearer a'], 'Use --token for the token'],
  ['a header that the contract names', ['--header', 'idempotency-key: a'], 'is part of what the suite tests'],
  ['a header of the body', ['--header', 'Content-Type: text/plain'], 'is part of what the suite tests'],
  ['a header of the suite', ['--header', 'User-Agent: me'], 'is part of what the suite tests'],
])('%s: a sentence, and exit 2', async (_what, args, sentence) => {
  const given = args.includes('--base-url') ? elsewhere.slice(2) : elsewhere;
  const { exit, output } = await runConformance(...given, ...args);
  expect(output).toContain(sentence);
  expect(output).not.toMatch(/^\s+at .*:\d+:\d+/m);
  expect(exit).toBe(2);
});
