import { expect, test } from 'vitest';
import { makeFinding, makeReport, makeResult } from '../../testing/make-report.ts';
import { renderStepSummary } from './render-for-github.ts';

/** Decodes the escapes in a summary, as a browser does. */
const textOf = (markdown: string): string => markdown.replace(/&#(\d+);/g, (_all, code) => String.fromCodePoint(Number(code)));

test('says the verdict, and of each broken requirement what was expected and received, and the curl line', () => {
  const findings = [makeFinding('invoice-note')];
  const summary = textOf(renderStepSummary(makeReport([makeResult('create-payment/answer/note', { findings })])));
  expect(summary).toContain('### http://127.0.0.1:8080 is not conformant: 1 requirement broke.');
  expect(summary).toContain('1 fail\n');
  expect(summary).toContain('- case: create-payment/answer/note\n- expected: note: string\n- received: note: 7\n');
  expect(summary).toContain("<pre>curl -sS -i -X 'POST' 'http://127.0.0.1:8080/api/v1/payments/create'");
});

test('nothing that a server says is Markdown, HTML or a link, and its length is bounded', () => {
  const received = `</pre>\n\n# owned\n<img src=x onerror=alert(1)> [click](javascript:1) ![x](https://evil.example) www.evil.example @team #1 \`x\` | ::error::${'x'.repeat(5000)}`;
  const results = Array.from({ length: 60 }, (_, at) =>
    makeResult(`create-payment/answer/${at}`, { findings: [makeFinding('invoice-note', { received })] }),
  );
  const summary = renderStepSummary(makeReport(results));
  expect(summary).not.toMatch(/<img|\[click\]|evil\.|javascript:|@team|`|::error|^# /m);
  expect(textOf(summary)).toContain('<img src=x onerror=alert(1)>');
  expect(summary.length).toBeLessThan(20_000);
});
