/** Tests the judging of recorded traffic, with files of real runs and made-up files. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startCoreServer } from '../../servers/core/start-core-server.ts';
import { makeExchange } from '../../testing/make-report.ts';
import { mistakesOf } from '../../testing/mistakes-of.ts';
import { against, payBase, runConformance } from '../../testing/run-conformance.ts';
import { startFault } from '../../testing/with-subject.ts';
import type { Report } from '../report/report.ts';
import { renderHar } from '../report/write-reports.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-har-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const brokenIn = (report: Report): string[] => [
  ...new Set(report.results.flatMap(({ findings }) => findings.map(({ requirement }) => requirement))),
];

describe('the HAR of a live run', () => {
  test.each([
    ['amount-changed-at-fetch', 'invoice-amount'],
    ['another-invoice-fetched', 'fetch-answers-invoice'],
    ['fetch-without-authentication', 'fetch-requires-token'],
  ])('of the fault %s: judged offline, the same requirement', async (id, requirement) => {
    const running = await startFault(id);
    const live = await runConformance(
      ...against(running),
      '--case',
      'create-payment/answer',
      '--case',
      'create-payment/echo',
      '--case',
      'fetch-payment',
    );
    await running.close();
    const offline = await runConformance('--har', join(live.out, 'exchanges.har'));
    const found = brokenIn(offline.report());
    expect(offline.exit).toBe(1);
    expect(brokenIn(live.report())).toContain(requirement);
    expect(found).toContain(requirement);
    expect(mistakesOf(offline.report())).toEqual([]);
    expect(offline.output).toContain('this does not prove conformance');
  });

  test('of a sound server: nothing broke, which is no proof', async () => {
    const running = await startCoreServer({});
    const live = await runConformance(...against(running), '--pay', payBase);
    await running.close();
    const { exit, output, report } = await runConformance('--har', join(live.out, 'exchanges.har'));
    expect(exit).toBe(0);
    expect(output).toMatch(/broke no requirement in \d+ recorded exchanges, which does not prove conformance/);
    // A few exchanges are not judged, because their bodies were cut off when they were recorded.
    expect(report().judged?.exchanges).toBeGreaterThan(0.9 * live.report().traffic.requests);
    expect(report().verdict).toBe('partial');
    expect(mistakesOf(report())).toEqual([]);
  });
});

/** Makes the HAR entry that a browser records for a createPayment request. */
function entry(about: { url?: string; request?: object; response?: object; more?: object } = {}): object {
  const har = JSON.parse(
    renderHar({ runner: { name: 'x', version: '1' } } as Report, [{ scope: 'a', index: 0, exchange: makeExchange() }], 'browser'),
  );
  const [made] = har.log.entries;
  const invoice = { id: 'inv_1', amount: '12.34' };
  const content = { size: 40, mimeType: 'application/json', text: JSON.stringify(invoice) };
  return {
    ...made,
    request: {
      ...made.request,
      url: about.url ?? made.request.url,
      headers: [{ name: 'authorization', value: 'Bearer sk_live_secret_of_a_shop' }, ...made.request.headers.slice(1)],
      ...about.request,
    },
    response: { ...made.response, content, ...about.response },
    ...about.more,
  };
}
const har = (...entries: unknown[]): object => ({ log: { version: '1.2', entries } });

test('a token of a recording is in nothing that is written', async () => {
  const receipt = JSON.stringify({ invoiceId: 'inv_1', webReceipt: 'a-receipt-of-somebody' });
  const submit = entry({
    url: 'http://127.0.0.1:8080/api/v1/payments/submit',
    request: { postData: { mimeType: '', text: receipt } },
  });
  const run = await runConformance('--har', write('secret.har', har(entry(), submit)));
  expect(run.exit).toBe(1);
  for (const text of [
    run.output,
    ...['report.json', 'report.html', 'junit.xml'].map((name) => readFileSync(join(run.out, name), 'utf8')),
  ])
    for (const secret of ['sk_live_secret_of_a_shop', 'a-receipt-of-somebody']) expect(text).not.toContain(secret);
});

test.each([
  ['a binary body', { response: { content: { size: 3, text: 'gP/+', encoding: 'base64' } } }, 1, 'create-answers-json'],
  ['a body that was left out', { response: { content: { size: 500 } } }, 2, 'was recorded without its body'],
  [
    'a body that was cut',
    { response: { content: { size: 500, text: '{"id"… (400 characters more)' } } },
    2,
    'with a part of its body',
  ],
  ['no response', { response: { status: 0 } }, 2, 'The traffic contains no exchange with an operation of the contract'],
  ['a URL that is none', { request: { url: 'payments' } }, 2, 'has no request with a method and a URL'],
  ['no start', { more: { startedDateTime: 'yesterday' } }, 2, 'has no startedDateTime'],
  ['headers of another kind', { request: { headers: 'none' } }, 1, 'create-requires-token'],
  [
    'another site',
    { url: 'https://cdn.example/logo.png' },
    2,
    'The traffic contains no exchange with an operation of the contract',
  ],
])('an entry with %s', async (_name, about, exit, sentence) => {
  const run = await runConformance('--har', write('odd.har', har(entry(about), null, 7, 'entry')));
  expect(run.output).toContain(sentence);
  expect(run.output).not.toMatch(/^\s+at .*:\d+:\d+/m);
  expect(run.exit).toBe(exit);
});

test('if the file contains several deployments, the user has to name one', async () => {
  const file = write('two.har', har(entry(), entry({ url: 'https://pay.example/shop/api/v1/payments/create' })));
  const unnamed = await runConformance('--har', file);
  expect(unnamed.output).toContain(
    'it has exchanges with http://127.0.0.1:8080 and with https://pay.example/shop: choose one with --base-url',
  );
  expect(unnamed.exit).toBe(2);
  const named = await runConformance('--har', file, '--base-url', 'https://pay.example/shop');
  expect(named.report()).toMatchObject({ subject: 'https://pay.example/shop', judged: { exchanges: 1, ignored: 1 } });
});

test.each([
  ['a file that is not there', ['--har', join(folder, 'none.har')], 'none.har cannot be judged: there is no such file.'],
  ['a folder', ['--har', folder], 'cannot be judged: it is a folder'],
  ['no JSON', ['--har', write('page.har', '<html>')], 'page.har cannot be judged: it is no JSON'],
  ['an empty file', ['--har', write('empty.har', '')], 'it has no log.entries'],
  ['a report', ['--har', write('report.har', '{"version":1,"results":[]}')], 'it has no log.entries'],
  ['a file that is cut off', ['--har', write('cut.har', '{"log":{"entries":[{"request":')], 'was not read completely'],
  ['an empty option', ['--har', ''], '--har is empty'],
  ['the option twice', ['--har', 'a', '--har', 'b'], '--har is given twice'],
  [
    'a run',
    ['--har', 'a', '--pay', './pay'],
    '--har checks recorded traffic and sends nothing; it cannot be combined with --pay',
  ],
  ['another mode', ['--har', 'a', '--list'], '--list and --har are different tasks'],
])('%s: a sentence, and exit 2', async (_name, args, sentence) => {
  const run = await runConformance(...args);
  expect(run.output).toContain(sentence);
  expect(run.output).not.toMatch(/^\s+at .*:\d+:\d+/m);
  expect(run.exit).toBe(2);
});
