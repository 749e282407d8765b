import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFinding, makeReport, makeResult } from '../../testing/make-report.ts';
import type { Report } from '../report/report.ts';
import { runCommand } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-compare-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: Report | string): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

async function run(...args: string[]): Promise<{ exit: number; output: string }> {
  let output = '';
  const surroundings = {
    print: (text: string) => {
      output += text;
    },
    ...{ environment: {}, terminal: { write() {} }, interrupt: new AbortController().signal },
  };
  return { exit: await runCommand(['compare', ...args], surroundings), output };
}

const held = makeReport([makeResult('create-payment/answer/note')]);
const broken = makeReport([makeResult('create-payment/answer/note', { findings: [makeFinding('invoice-note')] })], {
  startedAt: '2026-11-23T10:00:00.000Z',
});
const [good, bad] = [write('good.json', held), write('bad.json', broken)];
const out = join(folder, 'page.html');

test('says what broke, writes the page, and exits 1 where something did', async () => {
  const { exit, output } = await run(good, bad, '--out', out);
  expect(exit).toBe(1);
  expect(output).toContain('From 2026-11-22 to 2026-11-23:\n  1 broke\n    invoice-note  (held, now broken)');
  expect(readFileSync(out, 'utf8')).toContain('http://127.0.0.1:8080: 0 fixed, 1 broke');
  expect((await run(bad, good, '--out', out)).exit).toBe(0);
});

test('a folder stands for its report.json', async () => {
  const run1 = join(folder, 'run-1');
  mkdirSync(run1);
  writeFileSync(join(run1, 'report.json'), JSON.stringify(held));
  expect((await run(run1, bad, '--out', out)).exit).toBe(1);
});

test('text from a report never becomes markup', async () => {
  const hostile = write('hostile.json', { ...broken, subject: `"><script>alert(1)</script>` });
  await run(good, hostile, '--out', out);
  expect(readFileSync(out, 'utf8')).not.toContain('<script>alert');
});

const huge = write('huge.json', '{}');
truncateSync(huge, 200 * 1024 * 1024);

test.each([
  ['no report', [], 'compare needs at least two reports'],
  ['one report', [good], 'compare needs at least two reports'],
  ['thirteen', Array.from({ length: 13 }, () => good), 'compare accepts at most 12 reports'],
  ['a file that is not there', [good, join(folder, 'none.json')], 'none.json cannot be compared: there is no such file.'],
  ['no JSON', [good, write('text.json', '<html>')], 'text.json cannot be compared: '],
  ['an empty file', [good, write('empty.json', '')], 'empty.json cannot be compared: '],
  [
    'other JSON',
    [good, write('other.json', '{"version":1}')],
    'it is not a report.json of version 1: its top level must have required property',
  ],
  [
    'a report of another version',
    [good, write('v2.json', JSON.stringify({ ...held, version: 2 }))],
    'it is not a report.json of version 1: /version',
  ],
  ['a huge file', [good, huge], 'it has 200 MB, but a report.json has only a few'],
  ['an option that there is not', [good, bad, '--frobnicate'], "Unknown option '--frobnicate'"],
  ['an option without its value', [good, bad, '--out'], "Option '--out <value>' argument missing"],
  ['an option twice', [good, bad, '--out', out, '--out', out], '--out is given twice'],
  ['an empty option', [good, bad, '--out', ''], '--out is empty'],
  ['a page that cannot be written', [good, bad, '--out', join(folder, 'none', 'page.html')], 'The page cannot be written to'],
])('%s: a sentence, and exit 2', async (_name, args, sentence) => {
  const { exit, output } = await run(...args);
  expect(output).toContain(sentence);
  expect(output).not.toMatch(/^\s+at .*:\d+:\d+/m);
  expect(exit).toBe(2);
});
