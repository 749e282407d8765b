/** Conditions that a run takes for granted, and changes that it leaves behind. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCoreServer } from '../../servers/core/start-core-server.ts';
import { close, listen } from '../../servers/listen.ts';
import { payBase, runConformance } from '../../testing/run-conformance.ts';
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
    expect(output.split('is it right?')).toHaveLength(2);
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

  test('without a rotation that could tell, nothing is proven', async () => {
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

test('a token that ends during the run is the one thing that is said, and nothing is proven', async () => {
  const running = await startCoreServer({});
  let count = 0;
  const front = createServer(async (message, response) => {
    const body = Buffer.concat(await message.toArray());
    if (++count > 100) return void response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
    const { authorization, 'content-type': type } = message.headers;
    const headers = { ...(authorization && { authorization }), ...(type && { 'content-type': type }) };
    const hasBody = message.method !== 'GET' && message.method !== 'HEAD';
    const answer = await fetch(running.baseUrl + message.url, {
      method: message.method ?? '',
      headers,
      ...(hasBody && { body }),
    });
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  const baseUrl = await listen(front);
  try {
    const { exit, output, report } = await runConformance('--base-url', baseUrl, '--token', running.token, '--pay', payBase);
    expect(output).toMatch(/The token stopped being accepted after \d+ requests\. It gets 401 now/);
    expect(report().counts.fail).toBe(0);
    expect(report().verdict).toBe('nothing proven');
    expect(exit).toBe(2);
    // It was noticed at once.
    expect(count).toBeLessThan(300);
  } finally {
    await close(front);
    await running.close();
  }
}, 60_000);
