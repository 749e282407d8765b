/** Tests the conditions that a run depends on, and the changes that it leaves behind. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCoreServer } from '../../servers/core/start-core-server.ts';
import { startFullServer } from '../../servers/full/start-full-server.ts';
import { close, listen } from '../../servers/serve-requests.ts';
import { makeCertificate } from '../../testing/make-certificate.ts';
import { relay } from '../../testing/relay.ts';
import { against, payBase, runConformance } from '../../testing/run-conformance.ts';
import { startFront } from '../../testing/start-front.ts';
import { startFault } from '../../testing/with-subject.ts';
import { runConformance as runFromProgram } from '../api/run-conformance.ts';
import type { RunningServer } from '../engine/running-server.ts';
import { type Started, startCommand } from './deployment/start-command.ts';

const root = join(import.meta.dirname, '../../..');

describe('a run after another, against the same sandbox', () => {
  let sandbox: Started;
  let first: string[];
  beforeAll(async () => {
    sandbox = await startCommand(`cd '${root}' && sh scripts/start-throwaway.sh`, 60_000, new AbortController().signal);
    first = ['--base-url', sandbox.baseUrl, '--token', sandbox.token];
  }, 90_000);
  afterAll(() => sandbox.stop());

  const signed = ['--features', 'callbacks', '--case', 'callbacks/secret-rotated', '--case', 'callbacks/two-parts/signature'];
  test('with the secret that the first one replaced: the second asks if it is right, and blames nobody', async () => {
    const options = [...first, '--adapter', 'sandbox', ...signed, '--case', 'callbacks/as-given'];
    const rotated = await runConformance(...options, '--callback-secret', sandbox.callbackSecret ?? '');
    expect(rotated.report().counts).toMatchObject({ fail: 0, inconclusive: 0 });
    expect(rotated.output).toContain('The secret that signs callbacks was replaced');
    const { exit, output, report } = await runConformance(...options, '--callback-secret', sandbox.callbackSecret ?? '');
    expect(report().counts).toMatchObject({ fail: 0, inconclusive: 3 });
    expect(output.split('give the present one')).toHaveLength(2);
    expect(output).not.toMatch(/whsec_/);
    expect(exit).toBe(0);
  }, 120_000);

  const modes = {
    'of core': ['--adapter', 'sandbox', '--case', 'fetch-payment', '--case', 'submit-receipt/answer'],
    'of everything, which turns limits off': ['--adapter', 'sandbox', '--profile', 'full', '--case', 'fetch-payment'],
    'with callbacks and no secret': ['--adapter', 'sandbox', ...signed],
    'without an adapter': ['--case', 'fetch-payment/as-created'],
  };
  test.each(Object.entries(modes))(
    '%s: both pass',
    async (_mode, options) => {
      for (const _run of [1, 2]) {
        const { exit, output } = await runConformance(...first, ...options);
        expect(output).not.toContain('not conformant');
        expect(exit).toBe(0);
      }
    },
    120_000,
  );

  test('nothing is proven if no rotation shows whether the secret is right', async () => {
    const { out } = await runConformance('--help');
    const adapter = join(out, 'pay-only.mjs');
    const sandboxAdapter = join(root, 'conformance/adapters/sandbox.ts');
    writeFileSync(adapter, `import { sandboxAdapter } from '${sandboxAdapter}';\nexport const pay = sandboxAdapter.pay;\n`);
    const options = [...first, '--features', 'callbacks', '--adapter', adapter, '--case', 'callbacks/two-parts'];
    const wrong = await runConformance(...options, '--callback-secret', 'whsec_c2VjcmV0IG9mIHNvbWVib2R5IGVsc2U=');
    expect(wrong.report().counts).toMatchObject({ fail: 0, inconclusive: 1 });
    expect(wrong.report().verdict).toBe('nothing proven');
    expect(wrong.exit).toBe(2);
  }, 60_000);
});

/**
 * Starts a proxy in front of a server. The proxy accepts each token for a limited number of requests, and writes the current
 * token to a file.
 */
async function startGuard(running: RunningServer, lasts: number) {
  const { out } = await runConformance('--help');
  const file = join(out, 'token');
  const given: string[] = [];
  let [count, left] = [0, 0];
  const renew = (): void => {
    given.push(`short-lived-${given.length}-${'x'.repeat(20)}`);
    writeFileSync(file, `${given.at(-1)}\n`);
    left = lasts;
  };
  renew();
  const front = createServer(async (message, response) => {
    count++;
    const { authorization, 'content-type': type } = message.headers;
    const isOld = given.slice(0, -1).some((token) => authorization === `Bearer ${token}`);
    const isCurrent = authorization === `Bearer ${given.at(-1)}`;
    if (isOld || (isCurrent && left-- <= 0)) {
      if (isCurrent) renew();
      return void response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
    }
    const passed = isCurrent ? `Bearer ${running.token}` : authorization;
    const headers = { ...(passed && { authorization: passed }), ...(type && { 'content-type': type }) };
    const answer = await relay(running.baseUrl, message, response, headers);
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.text);
  });
  return { baseUrl: await listen(front), file, given, count: () => count, close: () => close(front) };
}

describe('a token that ends during the run', () => {
  let running: RunningServer;
  beforeAll(async () => {
    running = await startCoreServer({});
  });
  afterAll(() => running.close());

  test('is the one thing that is said, and nothing is proven', async () => {
    const guard = await startGuard(running, 100);
    const { exit, output, report } = await runConformance(
      ...['--base-url', guard.baseUrl, '--token', guard.given[0] ?? '', '--pay', payBase],
    );
    await guard.close();
    expect(output).toMatch(/The token stopped being accepted after \d+ requests\. It gets 401 now/);
    expect(report().counts.fail).toBe(0);
    expect(report().verdict).toBe('nothing proven');
    expect(exit).toBe(2);
    // The run ended soon after the refusals began.
    expect(guard.count()).toBeLessThan(300);
  }, 60_000);

  test.each(['a command', 'an adapter'])(
    'is renewed by %s, and nothing is blamed for it',
    async (how) => {
      const guard = await startGuard(running, 60);
      const adapter = join(guard.file, '../adapter.mjs');
      writeFileSync(
        adapter,
        `import { readFile } from 'node:fs/promises';
      export const pay = async () => null;
      export const token = async () => (await readFile('${guard.file}', 'utf8')).trim();`,
      );
      const renewing = how === 'a command' ? ['--token-command', `cat '${guard.file}'`] : ['--adapter', adapter];
      const some = ['--case', 'create-payment/body', '--case', 'fetch-payment'];
      const { exit, output, out, report } = await runConformance('--base-url', guard.baseUrl, ...renewing, ...some);
      await guard.close();
      expect(guard.given.length).toBeGreaterThan(2);
      expect(output).toMatch(/The deployment stopped accepting the token after \d+ requests, so the suite renewed it\./);
      expect(report().counts).toMatchObject({ fail: 0, warn: 0, error: 0 });
      expect(exit).toBe(0);
      for (const name of ['report.json', 'report.html', 'junit.xml', 'exchanges.har'])
        for (const token of guard.given) expect(readFileSync(join(out, name), 'utf8').includes(token), name).toBe(false);
    },
    60_000,
  );

  test('that cannot be replaced is reported with the reason', async () => {
    const guard = await startGuard(running, 60);
    const command = `[ ! -e '${guard.file}.used' ] || exit 4; touch '${guard.file}.used'; cat '${guard.file}'`;
    const { exit, output } = await runConformance('--base-url', guard.baseUrl, '--token-command', command, '--pay', payBase);
    await guard.close();
    expect(output).toMatch(
      /The token stopped being accepted after \d+ requests\..*There is no other: The --token-command ended with 4\./,
    );
    expect(exit).toBe(2);
  }, 60_000);

  test.each([
    ['prints nothing', 'true', 'did not return a token'],
    ['prints several lines', 'printf "a\\nb"', 'did not return a token'],
    ['fails', 'echo "no vault" >&2; exit 3', 'The --token-command ended with 3 (no vault)'],
    ['is not there', 'no-such-command-anywhere', 'The --token-command ended with 127'],
  ])('a command that %s: a sentence, and exit 2', async (_what, command, sentence) => {
    const { exit, output } = await runConformance('--base-url', running.baseUrl, '--token-command', command);
    expect(output).toContain(sentence);
    expect(output).not.toMatch(/^\s+at .*:\d+:\d+/m);
    expect(exit).toBe(2);
  });
});

test.each([
  [
    'a firewall that begins to refuse in the middle of a run is not taken for the token',
    { after: 100, status: 403, type: 'text/html', text: '<html><title>Attention required</title></html>' },
    /began to refuse what it had accepted\. It returns 403 now, and does not say that it is about the token\..* It said: Attention required/,
  ],
  [
    'a disk that is full from then on is one cause, and nothing else is proven',
    { after: 100, status: 500, type: 'text/plain', text: 'no space left on device', toCreates: true as const },
    /began to fail the create that it had accepted\. It gets 500 now\..* It said: no space left on device/,
  ],
])(
  '%s',
  async (_what, instead, sentence) => {
    const running = await startFront(await startCoreServer({}), { instead });
    const { exit, output, report } = await runConformance(...against(running), '--pay', payBase);
    await running.close();
    expect(output).toMatch(sentence);
    expect(output).not.toContain('The token stopped');
    expect(report().counts).toMatchObject({ fail: 0, warn: 0 });
    expect(report().verdict).toBe('nothing proven');
    expect(exit).toBe(2);
  },
  60_000,
);

test('a clock that somebody else moves during the run is the one cause', async () => {
  const running = await startFullServer();
  const { baseUrl, token, otherToken, callbackSecret, adapter = {} } = running;
  const first = { baseUrl, token, otherToken, callbackSecret, features: ['callbacks'], case: 'callbacks/secret-rotated' };
  const { exitCode, report } = await runFromProgram({
    ...first,
    adapter: {
      ...adapter,
      async advanceTime(seconds: number, context) {
        await adapter.advanceTime?.(seconds, context);
        // Simulates another run, which moves the clock of the same deployment by a day.
        await adapter.advanceTime?.(86_400, context);
      },
    },
  });
  await running.close();
  expect(report.reasons.join(' ')).toMatch(
    /The clock of the deployment went \d+ h further ahead than this run moved it\. Another/,
  );
  expect(report.counts).toMatchObject({ fail: 0, inconclusive: 2 });
  expect(exitCode).toBe(2);
}, 60_000);

test('no request is blamed when a deployment that the run ended does not start again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'starts-once-'));
  const once = `mkdir '${folder}/started' 2>&- || { echo not twice >&2; exit 1; }; cd '${root}' && exec sh scripts/start-throwaway.sh`;
  const { exit, output } = await runConformance(
    ...['--start', once, '--adapter', 'sandbox', '--profile', 'full', '--case', 'journeys/restarted/invoice'],
  );
  rmSync(folder, { recursive: true });
  expect(output).toContain('This run stopped the deployment to restart it, and it did not start again.');
  expect(output).toContain('The suite killed the command of --start and ran it again, which failed: "mkdir');
  expect(output).toContain('before it was ready. not twice');
  expect(output).not.toContain("The adapter's restart");
  expect(output).not.toContain('A request of this run may have crashed it');
  expect(exit).toBe(2);
});

describe('a deployment none of whose callbacks arrives', () => {
  let running: RunningServer;
  beforeAll(async () => {
    running = await startFault('never-called');
  });
  afterAll(() => running.close());
  const run = (...more: string[]) =>
    runConformance(
      ...['--base-url', running.baseUrl, '--token', running.token, '--features', 'callbacks', '--callback-wait', '0.5'],
      ...['--pay', payBase, '--case', 'create-payment/callback/is-called', '--case', 'callbacks/two-parts', ...more],
    );

  test('is blamed for one cause', async () => {
    const { exit, output, report } = await run('--callback-listen', '127.0.0.1:0');
    expect(output.split('During the whole run, no callback arrived at http://127.0.0.1:')).toHaveLength(2);
    expect(report().counts.fail).toBeGreaterThan(1);
    expect(exit).toBe(1);
  });

  test('is not blamed where the URL does not lead to the suite, whose certificate nobody trusts', async (context) => {
    const certificate = makeCertificate('localhost');
    if (!certificate) return context.skip('There is no openssl to make a certificate with.');
    const tunnel = createHttpsServer(certificate);
    const url = (await listen(tunnel)).replace('http://127.0.0.1', 'https://localhost');
    const { exit, output, report } = await run('--callback-listen', '127.0.0.1:0', '--callback-url', url);
    await close(tunnel);
    const reasons = report().results.flatMap(({ verdict, reason }) => (verdict === 'inconclusive' ? [reason] : []));
    expect(new Set(reasons).size).toBe(1);
    expect(reasons[0]).toBe(
      `During the whole run, no callback arrived at ${url}, which does not lead to the suite: its certificate is signed by an authority that is not trusted here. Check --callback-url.`,
    );
    expect(report().counts.fail).toBe(0);
    expect(output).toContain('is not judged: nothing is proven.');
    expect(exit).toBe(2);
  });
});
