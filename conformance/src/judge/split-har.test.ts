import { expect, test } from 'vitest';
import { HarSplitter } from './split-har.ts';

const entries = [{ a: '}{"\\"][' }, { b: [{ c: {} }], entries: [1] }, { d: 'é\u2028"' }];
const text = JSON.stringify({ log: { creator: { entries: [{ no: 1 }] }, entries, pages: [{ no: 2 }] } }, null, 1);

function split(pieces: string[]): { found: unknown[]; isCut: boolean } {
  const splitter = new HarSplitter();
  const found = pieces.flatMap((piece) => splitter.read(piece)).map((one) => JSON.parse(one));
  return { found, isCut: splitter.end() };
}

test.each([1, 2, 3, 7, 1000])('finds the entries in pieces of %i characters', (size) => {
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  expect(split(pieces)).toEqual({ found: entries, isCut: false });
});

test('a byte order mark is no content, and a file without entries is one', () => {
  expect(split([`\ufeff${text}`]).found).toHaveLength(3);
  expect(split(['{"log":{"entries":[]}}'])).toEqual({ found: [], isCut: false });
});

test('a file that ends in the middle gives the entries before', () => {
  expect(split([text.slice(0, text.indexOf('"d"'))])).toEqual({ found: entries.slice(0, 2), isCut: true });
});

test.each([
  ['a page', '<html>', 'it is no JSON'],
  ['an array', '[1]', 'it is a JSON array'],
  ['nothing', '', 'it has no log.entries'],
  ['other JSON', '{"log":{"entry":[]},"entries":[]}', 'it has no log.entries'],
])('%s is no HAR', (_name, content, sentence) => {
  expect(() => split([content])).toThrow(sentence);
});
