import { execFile } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { faults } from '../../../faults/index.ts';
import { featuresOf } from '../../../matrix/run-row.ts';
import { startCoreServer } from '../../../servers/core/start-core-server.ts';
import { checkSubject } from '../../../testing/check-subject.ts';
import { makeExchange, makeFinding, makeReport, makeResult } from '../../../testing/make-report.ts';
import { against, payBase, runConformance } from '../../../testing/run-conformance.ts';
import { serveForTest } from '../../../testing/serve-for-test.ts';
import { startFault, withSubject } from '../../../testing/with-subject.ts';
import { Recorder } from '../../wire/recorder.ts';
import { addScripts, renderScript } from './reproduce-script.ts';

test('a script reproduces a defect that needs a state: it creates, pays with the command of the run, and reads', async () => {
  const fault = faults.find(({ id }) => id === 'amount-changed-at-fetch') as (typeof faults)[number];
  await withSubject(
    () => fault.start(),
    async (running) => {
      const run = await runConformance(
        ...against(running),
        '--pay',
        payBase,
        '--case',
        'submit-receipt/fetched-after',
        '--case',
        'fetch-payment/as-created/amount',
      );
      const scripts = run.report().results.flatMap(({ findings }) => findings.flatMap(({ script }) => script ?? []));
      expect(scripts).toHaveLength(2);
      for (const script of scripts) {
        expect(run.output).toContain(script.split('\n').at(-1));
        expect(script).not.toContain(running.token);
        const { stdout } = await promisify(execFile)('sh', ['-c', script], { env: { ...process.env, TOKEN: running.token } });
        expect(stdout.trim().split('\n').at(-1)).toMatch(/"amount":12\.35\b.* 200$/);
      }
    },
  );
});

/**
 * Race conditions to reproduce. For each: the fault, the case, and a function that returns whether the script's output shows the
 * race, by the final sum or by several invoices for one key.
 */
const races: [fault: string, id: string, isShown: (output: string) => boolean][] = [
  ['lost-update', 'lifecycle/sums/two-receipts-at-once', (output) => /"paidAmount":6\.17\b.* 200$/.test(output)],
  ['counted-twice-at-once', 'lifecycle/sums/same-receipt-at-once', (output) => !/"paidAmount":6\.17\b.* 200$/.test(output)],
  ['two-at-once', 'create-payment/idempotency/at-once', (output) => new Set(output.match(/inv_\w+/g)).size > 1],
  ['bodies-at-once', 'create-payment/idempotency/at-once-with-others', (output) => new Set(output.match(/inv_\w+/g)).size > 1],
];

test.each(races)(
  '%s, a race, is shown by requests that are sent at once, within twenty runs',
  async (name, id, isShown) => {
    const fault = faults.find((one) => one.id === name) as (typeof faults)[number];
    await withSubject(fault.start, async (running) => {
      const payer = await serveForTest(async (request, response) =>
        response.end(await running.pay(JSON.parse(await text(request)))),
      );
      const recorder = new Recorder();
      const results = await checkSubject(running, true, [...featuresOf(fault)], [id], undefined, recorder);
      const payCommand = `curl -sS --data-binary @- ${payer}`;
      const report = addScripts(makeReport(results), recorder.all, payCommand);
      const [script = ''] = report.results.flatMap(({ findings }) => findings.flatMap((finding) => finding.script ?? []));
      expect(script).toContain('run this whole script up to twenty times');
      expect(script).toMatch(/ &\nwait\b/);
      const env = { ...process.env, TOKEN: running.token };
      let shown = false;
      for (let time = 0; time < 20 && !shown; time++)
        shown = isShown((await promisify(execFile)('sh', ['-c', script], { env })).stdout.trim());
      expect(shown).toBe(true);
    });
  },
  60_000,
);

// The second fault limits requests per receipt, so each request of the script must contain a different receipt, as in the run.
test.each(['one-invoice-unlimited', 'invoice-limit-by-receipt'])(
  '%s, a limit that is not kept, is shown by as many requests and how often each status came',
  async (name) => {
    await withSubject(
      () => startFault(name),
      async (running) => {
        const results = await checkSubject(running, true, ['rate-limits'], ['submit-receipt/rate-limit/one-invoice']);
        const [script = ''] = results.flatMap(({ findings }) => findings.flatMap((finding) => finding.script ?? []));
        const { stdout } = await promisify(execFile)('sh', ['-c', script], { env: { ...process.env, TOKEN: running.token } });
        expect(stdout).toMatch(/^ *11 422\n$/);
      },
    );
  },
);

const submit = (webReceipt: string) => ({
  ...makeExchange({ body: JSON.stringify({ invoiceId: 'inv_1', webReceipt }), at: 10 }),
  url: 'http://127.0.0.1:8080/api/v1/payments/submit',
});

test('if only a person can pay, the script says what to pay and where to put the receipt', () => {
  const payments = new Map([['r-1', { amount: 6.17, outcome: 'completed' }]]);
  const script = renderScript([makeExchange(), submit('r-1'), submit("made 'up'"), submit('r-1')], { payments }) ?? '';
  expect(script).toContain("# Pay 6.17 for the invoice $ID (completed), and put the receipt here:\nRECEIPT='…'");
  expect(script).toContain(`RECEIPT2='made '\\''up'\\'''`);
  expect(script.match(/"\$RECEIPT"/g)).toHaveLength(2);
  expect(script).not.toContain('inv_1');
});

test.each([
  ['within a millisecond', ['00.000200Z', '00.000600Z'], true],
  ['one after another within a millisecond', ['00.000200Z', '00.001100Z'], false],
  ['by a clock of milliseconds', ['00.000Z', '00.001Z'], false],
])('requests %s are told by when they were sent', (_name, times, isRace) => {
  const exchanges = times.map((time) => ({ ...submit('r'), startedAt: `2026-11-22T00:00:${time}`, milliseconds: 1 }));
  expect(renderScript([makeExchange({ at: -100 }), ...exchanges], { payments: new Map() })?.includes('wait')).toBe(isRace);
});

test('a script has the reader fill in the callbackUrl of the suite', () => {
  const body = '{"amount":1,"callbackUrl":"http://127.0.0.1:9/0a0a0a0a-1111-2222-3333-444444444444"}';
  const script = renderScript([makeExchange({ body }), submit('r')], { payments: new Map() });
  expect(script).toContain(`"callbackUrl":"'"$CALLBACK_URL"'"`);
});

test('a create with a key is played with a new key, and keeps the id of its invoice', () =>
  withSubject(startCoreServer, async (running) => {
    const create = makeExchange({ body: '{"cashTag":"$a","amount":3.5}' });
    const keyed: [string, string] = ['Idempotency-Key', 'k-1'];
    const request = { ...create.request, headers: [...create.request.headers, keyed] };
    const at = (path: string) => ({ url: running.baseUrl + path });
    const fetch = makeExchange({ body: '{"invoiceId":"inv_1"}', at: 5 });
    const path = '/api/v1/payments/fetch';
    const exchanges = [
      { ...create, request, ...at(create.request.path) },
      { ...fetch, request: { ...fetch.request, path }, ...at(path) },
    ];
    const script = renderScript(exchanges, { payments: new Map() }) ?? '';
    expect(script).toContain(`-H 'Idempotency-Key: '"$RUN"'-k-1'`);
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { env: { ...process.env, TOKEN: running.token } });
    expect(stdout).toMatch(/"amount":3\.5\b.* 200\n$/);
  }));

test('one request, very many and bytes that are no text have no script', () => {
  const sources = { payments: new Map() };
  expect(renderScript([makeExchange()], sources)).toBeUndefined();
  expect(renderScript([makeExchange(), ...Array.from({ length: 9 }, () => submit('r'))], sources)).toBeUndefined();
  const bytes = { ...submit('r'), request: { ...submit('r').request, encoding: 'latin1' as const } };
  expect(renderScript([makeExchange(), bytes], sources)).toBeUndefined();
});

test('a request that was sent microseconds after the last one of a finding is in no script', () => {
  const fetchAt = (startedAt: string, id: string) => makeExchange({ body: `{"invoiceId":"${id}"}`, startedAt });
  const last = fetchAt('2026-11-22T00:00:00.000100Z', 'inv_1');
  const recorded = [last, fetchAt('2026-11-22T00:00:00.000400Z', 'inv_12')].map((exchange, index) => ({
    scope: 'a/b',
    index,
    exchange,
  }));
  const findings = [makeFinding('invoice-note', { exchanges: [last] })];
  const report = addScripts(makeReport([makeResult('a/b', { findings })]), recorded);
  expect(report.results[0]?.findings).toEqual(findings);
});
