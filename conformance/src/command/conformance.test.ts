import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startCoreServer } from '../../servers/core/start-core-server.ts';
import { close, listen } from '../../servers/serve-requests.ts';
import { against, payBase, runAsProcess, runConformance } from '../../testing/run-conformance.ts';
import { startFront } from '../../testing/start-front.ts';
import { withSubject } from '../../testing/with-subject.ts';
import type { RunningServer } from '../engine/running-server.ts';

describe('lawful servers, in a process: exit 0', () => {
  test.concurrent('told how to pay by a command, nothing is left out', () =>
    withSubject(startCoreServer, async (running) => {
      const run = await runAsProcess(...against(running), '--pay', payBase);
      expect(run.output).toContain('conforms to core: ');
      expect(run.output).toContain('16 optional features were not claimed, so they were not tried: add --profile full');
      expect(run.exit).toBe(0);
      expect(run.report().counts).toMatchObject({ skipped: 0, fail: 0, warn: 0, inconclusive: 0 });
    }));

  test.concurrent('--start runs a server, checks it and ends it', async () => {
    const serve = join(import.meta.dirname, '../../bin/serve.ts');
    const run = await runAsProcess('--start', `'${process.execPath}' '${serve}' plain-http`, '--case', 'fetch-payment/answer');
    expect(run.output).toContain('passes the 16 cases that were selected, which is not a verdict on the deployment.');
    expect(run.exit).toBe(0);
    await expect(fetch(run.report().subject)).rejects.toThrow();
  });
});

describe('no empty pass: exit 2, saying why', () => {
  const start = (): Promise<RunningServer> => startCoreServer();

  test.concurrent('an operation that never gave a success', () =>
    withSubject(start, async (running) => {
      const run = await runConformance(...against(running));
      expect(run.output).toContain('submit-receipt never succeeded');
      expect(run.output).toContain('Use --pay or --adapter to make payments.');
      expect(run.output).toContain('is not judged: nothing is proven.');
      expect(run.exit).toBe(2);
      expect(run.report().counts.pass).toBeGreaterThanOrEqual(100);
      expect(readFileSync(join(run.out, 'report.json'), 'utf8')).not.toContain(running.token);
    }));

  test.concurrent('the same, the others asked for alone: exit 0, and no verdict on the deployment', () =>
    withSubject(start, async (running) => {
      const others = ['--operation', 'createPayment', '--operation', 'fetch-payment'];
      const run = await runConformance(...against(running), ...others);
      expect(run.output).toMatch(/ passes \d+ of the \d+ cases that were selected, which is not a verdict on the deployment\./);
      expect(run.report().results.filter(({ id }) => id.startsWith('submit-receipt/'))).toEqual([]);
      expect(run.exit).toBe(0);
    }));

  test.concurrent('a deployment that refuses by closing the connection', () =>
    withSubject(
      async () => startFront(await start(), { dropsRefusals: true }),
      async (running) => {
        const run = await runConformance(...against(running), '--pay', payBase);
        expect(run.output).toContain('three times: the connection was closed');
        expect(run.output).toContain('is not conformant');
        expect(run.exit).toBe(1);
      },
    ));

  test.concurrent('a deployment that a request ended near the end', () =>
    withSubject(
      async () => startFront(await start(), { diesAfter: 230 }),
      async (running) => {
        const run = await runConformance(...against(running), '--pay', payBase);
        expect(run.output).toContain('The deployment no longer responds: POST /api/v1/payments/fetch: ');
        expect(run.report().verdict).toBe('nothing proven');
        expect(run.exit).toBe(2);
      },
    ));

  test.concurrent('a case of a claimed feature that could not be tried: exit 0 for the others', () =>
    withSubject(start, async (running) => {
      const cases = ['create-payment/answer', 'fetch-payment/answer', 'authentication/live-token'];
      const run = await runConformance(
        ...against(running),
        ...['--features', 'ownership'],
        ...cases.flatMap((id) => ['--case', id]),
      );
      expect(run.output).toContain('1 case of the claimed features proved nothing.');
      expect(run.output).toContain('; held to core and ownership; ');
      expect(run.output).toMatch(/ passes (\d+) of the \d+ cases that were selected, which is not a verdict on the deployment\./);
      expect(run.report().verdict).toBe('partial');
      expect(run.exit).toBe(0);
    }));

  test.concurrent('cases of a claimed feature, none of core, at an operation that gives no success: exit 0', () =>
    withSubject(start, async (running) => {
      const selected = ['--features', 'status-codes', '--case', 'unknown-path', '--case', 'submit-receipt/authentication'];
      const run = await runConformance(...against(running), ...selected);
      expect(run.report().counts).toMatchObject({ fail: 0, error: 0 });
      expect(run.output).toContain('cases that were selected, which is not a verdict on the deployment.');
      expect(run.output).toContain('For a verdict on the deployment, run all cases');
      expect(run.exit).toBe(0);
    }));

  test.concurrent('cases of features that are not claimed', () =>
    withSubject(start, async (running) => {
      const run = await runConformance(...against(running), '--case', 'lifecycle');
      expect(run.output).toContain('The selected cases belong to features that are not claimed');
      expect(run.exit).toBe(2);
    }));
});

describe('nothing proven: exit 2, with a sentence that helps', () => {
  const html: RequestListener = (_request, response) => response.end('<html>');
  const otherApi: RequestListener = (_request, response) =>
    response.setHeader('content-type', 'application/json').end('{"ok":true}');
  const notFound: RequestListener = (_request, response) => response.writeHead(404).end();

  test.concurrent.each([
    ['a page for every path', html],
    ['another API', otherApi],
    ['a 404', notFound],
  ] as const)('%s is something else', async (_name, listener) => {
    const server = createServer(listener);
    const run = await runConformance('--base-url', await listen(server), '--token', 'any-token');
    await close(server);
    expect(run.output).toContain('this is not the Payment Invoice API. Check --base-url');
    expect(run.exit).toBe(2);
  });

  test.concurrent('a wrong token', () =>
    withSubject(startCoreServer, async (running) => {
      const run = await runConformance('--base-url', running.baseUrl, '--token', 'wrong-token');
      expect(run.output).toContain('the token is not accepted. Check --token');
      expect(run.exit).toBe(2);
    }));

  test.concurrent.each([
    ['a closed port', ['--base-url', 'http://127.0.0.1:1', '--token', 'any-token'], 'the connection was refused'],
    ['a URL that is none', ['--base-url', 'pay.example', '--token', 'any-token'], '"pay.example" is not a URL'],
    ['another scheme', ['--base-url', 'ftp://pay.example', '--token', 'any-token'], 'is not a URL'],
    ['no token', ['--base-url', 'http://127.0.0.1:1'], 'No token is set'],
    ['a token with a line break', ['--base-url', 'http://127.0.0.1:1', '--token', 'a\nb'], '--token contains'],
    [
      'one token for two accounts',
      ['--base-url', 'http://127.0.0.1:1', '--token', 'any-token', '--other-token', 'any-token'],
      'The other token is the same as the token',
    ],
    ['nothing', [], 'There is nothing to check'],
    ['an unknown option', ['--frobnicate'], "Unknown option '--frobnicate'"],
    ['a value that begins with a dash', ['--token', '-x'], 'The value of --token begins with a dash: write it as'],
    ['an option twice', ['--token', 'a', '--token', 'b'], '--token is given twice'],
    ['an empty option', ['--token', ''], '--token is empty'],
    ['a number that is none', ['--concurrency', 'many'], '--concurrency must be a number'],
    ['two subjects', ['--start', 'true', '--base-url', 'http://127.0.0.1:1'], 'use only one'],
    ['two ways to pay', ['--pay', './pay', '--adapter', 'sandbox'], '--pay and --adapter both say how to pay: use only one'],
    ['an unknown case', ['--case', 'no/such/case'], 'No case has the id "no/such/case"'],
    [
      'an unknown case beside a known one',
      ['--case', 'create-payment', '--case', 'no/such/case'],
      'No case has the id "no/such/case"',
    ],
    ['an unknown operation', ['--operation', 'refund'], 'The contract has no operation "refund"'],
    [
      'an unknown operation beside a known one',
      ['--operation', 'create-payment', '--operation', 'refund'],
      'The contract has no operation "refund"',
    ],
    [
      'cases that the operation does not have',
      ['--case', 'fetch-payment/echo/amount', '--operation', 'submit-receipt'],
      'No case is selected',
    ],
    [
      'an adapter that is not there',
      ['--base-url', 'http://127.0.0.1:1', '--token', 'any-token', '--adapter', 'none.mjs'],
      'cannot be loaded',
    ],
    ['a callback address without a port', ['--callback-listen', 'localhost'], '--callback-listen must be an address and a port'],
    ['a callback port that is none', ['--callback-listen', '127.0.0.1:70000'], '--callback-listen must be an address and a port'],
    [
      'a callback URL and no address',
      ['--callback-url', 'https://tunnel.example'],
      'also set --callback-listen, where it listens',
    ],
    [
      'a callback URL that is none',
      ['--callback-listen', '127.0.0.1:0', '--callback-url', 'tunnel'],
      '--callback-url must be a URL',
    ],
    ['a callback secret that is none', ['--callback-secret', 'not a secret!'], '--callback-secret must be a secret such as'],
    [
      'a start command that prints something else',
      ['--start', 'echo "{ hello"; echo "see https://example.com/manual"; exit 4'],
      'ended with 4 before it was ready.\nIt printed: { hello\nsee https://example.com/manual',
    ],
    [
      'a start command without a URL',
      ['--start', `echo '{"baseUrl":"8080","token":"any"}'; exec sleep 60`],
      'baseUrl in the line',
    ],
    [
      'a start command without a token',
      ['--start', `echo '{"baseUrl":"http://127.0.0.1:1"}'; exec sleep 60`],
      'is ready at http://127.0.0.1:1 but printed no token: use --token',
    ],
    ['a start command that fails', ['--start', 'echo broken >&2; exit 3'], 'ended with 3 before it was ready.\nbroken'],
  ])('%s', async (_name, args, sentence) => {
    const run = await runConformance(...args);
    expect(run.output).toContain(sentence);
    expect(run.output).not.toMatch(/^\s+at .*:\d+:\d+/m);
    expect(run.exit).toBe(2);
  });
});

test('a server that fails every create is told of with what it wrote of the first one', async () => {
  const program = `let asked = 0;
    const server = require("node:http").createServer((request, response) => {
      const id = "req_" + (asked += 1);
      console.error("listening\\n" + id + " failed: id must match pattern\\n" + id + " answered");
      response.writeHead(500, { "x-request-id": id }).end();
    });
    server.listen(0, "127.0.0.1", () =>
      console.log(JSON.stringify({ baseUrl: "http://127.0.0.1:" + server.address().port, token: "t" })));`;
  const run = await runConformance('--start', `'${process.execPath}' -e '${program}'`);
  expect(run.output).toMatch(/failed the simplest create .* with 500: \nThat is a mistake of the server/);
  expect(run.output).toContain('\nIt wrote: req_1 failed: id must match pattern\nNothing is proven');
  expect(run.output).not.toContain('--cash-tag');
  expect(run.exit).toBe(2);
});

test.each([
  [[], 'There is nothing to check', 2],
  [['--frobnicate'], "Unknown option '--frobnicate'", 2],
  [['--base-url', 'http://127.0.0.1:1', '--token', 'any-token'], 'Nothing is proven about this deployment.', 2],
] as const)('%j as a process: a sentence, no stack trace, and the exit code', async (args, sentence, exit) => {
  const run = await runAsProcess(...args);
  expect(run.output).toContain(sentence);
  expect(run.output).not.toMatch(/^\s+at .*:\d+:\d+/m);
  expect(run.exit).toBe(exit);
});

test('--list names at least 40 core cases and sends nothing', async () => {
  const run = await runConformance('--list');
  expect(run.output.match(/\[core (MUST|SHOULD)]/g)?.length).toBeGreaterThanOrEqual(40);
  expect(run.exit).toBe(0);
});
