/** Tests the directory of implementations: every entry is valid, and an invalid entry is refused with a message. */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entryOf, fileOf, findMistakes, readDirectory, renderDirectory } from './directory.ts';
import { makeFinding, makeReport, makeResult } from './make-report.ts';

test.each(readDirectory())('$file is an entry, and holds no token and no private address', ({ text }) => {
  expect(findMistakes(text)).toEqual([]);
});

test('the table is of these entries', () => {
  const checker = join(import.meta.dirname, 'bin/directory.ts');
  expect(execFileSync(process.execPath, [checker, 'check'], { encoding: 'utf8' })).toBe('');
});

const failed = makeResult('lifecycle/a', { support: 'extended', feature: 'lifecycle', findings: [makeFinding('invoice-note')] });
const report = makeReport([makeResult('create-payment/a'), failed], { subject: 'http://10.0.0.7:8080' });
const entry = entryOf(JSON.stringify(report), { name: 'A server', source: 'https://github.com/me/server' });

test('an entry has what the report says of each feature, and not the address of the deployment', () => {
  expect(entry.features).toEqual({ core: { pass: 1 }, lifecycle: { fail: 1 } });
  expect(JSON.stringify(entry)).not.toContain('10.0.0.7');
  expect(findMistakes(JSON.stringify(entry))).toEqual([]);
  expect(renderDirectory([entry], ['lifecycle', 'scopes']).split('\n')).toEqual([
    expect.stringMatching(/^\| feature \| \[A server\]\(https:\S+\) \|$/),
    '| --- | --- |',
    '| `core` | 1 pass |',
    '| `lifecycle` | **1 failed** |',
    '| `scopes` | – |',
    expect.stringMatching(/^\| verdict \| [\w ]+ \|$/),
    expect.stringMatching(/^\| shown by \| \S+, suite \S+, contract `\w+` \|$/),
  ]);
});

test('what is no report of the suite makes no entry', () => {
  expect(() => entryOf('{"version":1}', { name: 'a', source: 'b' })).toThrow('It is no report.json of the suite');
});

test.each([
  ['a name with markup', { name: '<b>A</b>' }, '`name` is no name'],
  ['a source on this machine', { source: 'https://localhost/a' }, '`source` is no https URL'],
  ['a source with markup', { source: 'https://github.com/a)<b>' }, '`source` is no https URL'],
  ['a suite with markup', { suite: '1.2.3 <img src=x>' }, '`suite` is no version'],
  ['a contract with markup', { contract: { ...entry.contract, version: '1.2.3|<b>' } }, '`contract` has no version'],
  ['a source in a private network', { source: 'https://10.0.0.7/a' }, '`source` is no https URL'],
  ['a source of http', { source: 'http://github.com/a' }, '`source` is no https URL'],
  ['a report inside', { report: 'https://ci.corp/report.json' }, '`report` is no https URL'],
  ['an attestation of nothing', { attestation: 'https://github.com/a' }, '`attestation` is of a report'],
  ['a hash that is none', { sha256: 'abc' }, '`sha256` is no SHA-256'],
  ['no contract', { contract: undefined }, '`contract` has no version'],
  ['a suite without a version', { suite: 'latest' }, '`suite` is no version'],
  ['a verdict of its own', { verdict: 'excellent' }, '`verdict` is none of the suite'],
  ['counts that are none', { features: { core: { pass: '<i>' } } }, '`features` has something else'],
  ['a field of its own', { comment: 'a' }, 'It has fields that an entry has not: comment.'],
  ['a token', { name: 'Bearer pi_test_abc' }, 'It holds a token'],
  ['a token in a URL', { source: 'https://github.com/a?access_token=abc' }, 'It holds a token'],
  ['a name in a list', { name: ['A'] }, '`name` is no name'],
  ['a day that no month has', { date: '2026-99-99' }, '`date` is no day'],
  ['a profile with markup', { profile: '<b>' }, '`profile` is none of the suite'],
  ['a part that is a text', { selected: '<b>' }, '`selected` is true, or not there'],
  ['counts in a list', { features: { core: [1] } }, '`features` has something else'],
  ['counts of a verdict of its own', { features: { core: { '<b>': 1 } } }, '`features` has something else'],
  ['a feature with markup', { features: { core: { pass: 1 }, '<b>': { pass: 1 } } }, '`features` has something else'],
  ['a verdict that its counts contradict', { verdict: 'conformant' }, '`features` has failures'],
])('%s is refused', (_what, change, sentence) => {
  expect(findMistakes(JSON.stringify({ ...entry, ...change })).join(' ')).toContain(sentence);
});

test.each([
  ['A server (Go)', 'a-server-go.json'],
  ['支付服务', '支付服务.json'],
  ['Ζωή 2', 'ζωή-2.json'],
])('the file of %s is %s', (name, file) => expect(fileOf(name)).toBe(file));

test('a report that is not there is a sentence', () => {
  const adder = join(import.meta.dirname, 'bin/directory.ts');
  const { status, stderr } = spawnSync(process.execPath, [adder, 'add', 'no-such-report.json', '--name', 'A'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(/^no-such-report\.json cannot be read: [^\n]+\n$/),
  });
});

test.each(['', 'null', '[]'])('no object is refused: %s', (text) => {
  expect(findMistakes(text)).toEqual([expect.stringMatching(/^It is no JSON/)]);
});

test.each([
  ['a field that is given twice', (text: string) => text.replace('{', '{"verdict":"nothing proven",')],
  ['a token in escapes', (text: string) => text.replace('/me/', '/w\\u0068sec_/')],
])('%s is refused', (_what, change) => {
  expect(findMistakes(change(JSON.stringify(entry)))).toContain('It has a field twice, or a letter as an escape.');
});
