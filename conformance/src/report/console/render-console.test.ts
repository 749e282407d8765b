import { expect, test } from 'vitest';
import { makeBadReport, makeExchange, makeFinding, makeReport, makeResult } from '../../../testing/make-report.ts';
import { unreached } from '../build-report.ts';
import { renderConsole } from './render-console.ts';

const linesOf = (text: string): string[] => text.trimEnd().split('\n');

test('a thousand findings fit on three screens, with their number and where the rest is', () => {
  const report = makeBadReport();
  const lines = linesOf(renderConsole(report, { colour: false, all: false, page: 'out/report.html' }));
  const broken = Object.keys(report.requirements).length;
  const shown = lines.filter((line) => /^(FAIL|WARN) {2}/.test(line)).length;
  expect(report.results.length).toBeGreaterThan(1000);
  expect(lines.length).toBeLessThan(150);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(1000);
  expect(lines).toContain(`And ${broken - shown} more requirements broke: out/report.html has them, --all prints them.`);
});

test('--all shows every finding', () => {
  const report = makeBadReport();
  const text = renderConsole(report, { colour: false, all: true });
  for (const { id } of report.results) expect(text).toContain(`case      ${id} `);
});

test('findings that look alike are one example and a number', () => {
  const alike = ['a', 'b', 'c', 'd'].map((name, at) =>
    makeResult(`create-payment/echo/${name}`, {
      findings: [makeFinding('invoice-note', { member: 'note', exchanges: [makeExchange({ at })] })],
    }),
  );
  const lines = linesOf(renderConsole(makeReport(alike)));
  expect(lines.filter((line) => line.includes('expected'))).toHaveLength(1);
  expect(lines).toContain('    and 3 more like it: create-payment/echo/b, create-payment/echo/c, create-payment/echo/d');
  expect(lines).toContain('  4  `note` is a number instead of a string  invoice-note');
});

test('reasons that differ in the request or in a made-up address are one paragraph', () => {
  const reasons = [
    'POST /api/v1/payments/create: the connection was refused: nothing listens there.',
    'GET /api/v1/payments/fetch?a=1: the connection was refused: nothing listens there.',
    'No callback came to http://127.0.0.1:9/0a0a0a0a-1111-2222-3333-444444444444 within 3 s.',
    'No callback came to http://127.0.0.1:9/0b0b0b0b-1111-2222-3333-444444444444 within 3 s.',
  ];
  const untold = reasons.map((reason, at) => makeResult(`create-payment/body/${at}`, { verdict: 'inconclusive', reason }));
  const lines = linesOf(renderConsole(makeReport(untold)));
  expect(lines).toContain('2 inconclusive: the connection was refused: nothing listens there.');
  expect(lines).toContain('2 inconclusive: No callback came to http://127.0.0.1:9/… within 3 s.');
});

test('what a deployment wrote cannot be seen only in part, break the layout or reach the terminal', () => {
  const finding = makeFinding('invoice-note', {
    difference: 'body: {} → \ufeff{}',
    received: 'note: "\u001b[2J"\nFAIL  nothing\u202e',
  });
  const text = renderConsole(makeReport([makeResult('create-payment/answer/note', { findings: [finding] })]));
  expect(text).toContain('body: {} → \\uFEFF{}');
  expect(text).toContain('note: "\\u001B[2J"\\nFAIL  nothing\\u202E');
});

test('cases that an interrupted run did not reach are a number, without advice', () => {
  const left = ['a', 'b', 'c'].map((name) =>
    makeResult(`create-payment/body/${name}`, { verdict: 'skipped', reason: unreached }),
  );
  const about = { ended: 'interrupted', verdict: 'nothing proven' } as const;
  const text = renderConsole(makeReport([makeResult('create-payment/answer/note'), ...left], about));
  expect(text).toContain('3 had not run when the run was ended.');
  expect(text).toContain('1 of 4 cases in 1.0 s');
  expect(text).not.toContain('create-payment/body/a');
});

test('the last requests before a crash are named, with those that had no response to try again', () => {
  const body = '{"amount":null}';
  const { answer: _none, ...silent } = makeExchange({ body, failure: 'the connection was closed before an answer came' });
  const before = [
    { case: 'create-payment/answer/note', exchange: makeExchange() },
    { case: 'create-payment/body/amount/null', exchange: silent },
  ];
  const text = renderConsole(makeReport([makeResult('a/b')], { crash: { failure: 'refused', unanswered: 60, before } }));
  expect(text).toContain('60 requests in a row ended with "refused"');
  expect(text).toMatch(/200 +POST .*create-payment\/answer\/note\n.*no response +POST .*create-payment\/body\/amount\/null/);
  expect(text).toContain(`--data-raw '${body}'`);
});

test('colours only where they are wanted', () => {
  const report = makeReport([makeResult('create-payment/answer/note', { findings: [makeFinding('invoice-note')] })]);
  expect(renderConsole(report, { colour: true, all: false })).toContain('\u001b[31mFAIL');
  expect(renderConsole(report)).not.toContain('\u001b');
});

test('a long run says at its end what it waited for', () => {
  const results = [makeResult('a/quick'), makeResult('callbacks/slow', { milliseconds: 12_000 })];
  const waits = [
    { for: 'responses', milliseconds: 60_400 },
    { for: 'callbacks', milliseconds: 12_000 },
  ];
  const text = renderConsole(makeReport(results, { milliseconds: 65_000, waits }));
  expect(text).toContain('Of its 65 s it waited, side by side, 60 s for responses, 12 s for callbacks, with');
  expect(text).toContain('; the longest case was callbacks/slow, with 12 s.');
});

test('a report on the traffic of a plain document names the document that it was held to', () => {
  const contract = { version: '2.1.0', sha256: 'a'.repeat(64), title: 'Visits of a museum', file: 'museum.yaml' };
  const judged = { source: 'har', exchanges: 7, ignored: 0, findings: 0 } as const;
  const text = renderConsole(makeReport([makeResult('a/b')], { contract, judged }));
  expect(text).toContain('; held to Visits of a museum 2.1.0; contract 2.1.0 (aaaaaaaaaaaa).');
});
