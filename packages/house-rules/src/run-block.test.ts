import { expect, test } from 'vitest';
import { readBlocks } from './run-block.ts';

const fence = '```';
const block = (marker: string, word: string, code = 'x') => `${marker}\n${fence}${word}\n${code}\n${fence}\n`;

test('reads marker, language, line and code', () => {
  const text = `# Title\n\n${block('<!-- run -->', 'sh', 'a\nb')}\n${block('<!-- run: exit 1 -->\n', 'ts')}${block('<!-- starts a server -->', 'bash')}${block('<!-- skip: needs a clone -->', 'js')}`;
  expect(readBlocks(text)).toEqual([
    { line: 4, language: 'sh', marker: { kind: 'run', exit: 0 }, code: 'a\nb\n' },
    { line: 11, language: 'ts', marker: { kind: 'run', exit: 1 }, code: 'x\n' },
    { line: 15, language: 'sh', marker: { kind: 'server' }, code: 'x\n' },
    { line: 19, language: 'js', marker: { kind: 'skip', reason: 'needs a clone' }, code: 'x\n' },
  ]);
});

test('knows a block that goes on where the first one ends', () => {
  expect(readBlocks(block('<!-- run after the first -->', 'ts'))).toMatchObject([
    { marker: { kind: 'run', exit: 0, after: 'first' } },
  ]);
});

test('leaves other blocks alone, and takes the indent off', () => {
  expect(readBlocks(`${block('', 'json')}${block('', '')}`)).toEqual([]);
  expect(readBlocks(`- item\n  <!-- run -->\n  ${fence}sh\n  a\n    b\n  ${fence}\n`)).toMatchObject([{ code: 'a\n  b\n' }]);
});

test.each([
  ['no marker', block('Some words.', 'sh'), 'README.md line 2: the sh block has no marker'],
  ['an unknown marker', block('<!-- ruin -->', 'sh'), '"ruin" means nothing'],
  ['an empty reason', block('<!-- skip: -->', 'sh'), '"skip:" means nothing'],
  ['a server in TypeScript', block('<!-- starts a server -->', 'ts'), 'means nothing for a ts block'],
  ['a shell block after another', block('<!-- run after the first -->', 'sh'), 'means nothing for a sh block'],
  ['no end', `<!-- run -->\n${fence}sh\nx\n`, 'never closed'],
])('%s is a mistake in the README', (_, text, words) => {
  expect(() => readBlocks(text)).toThrow(words);
});
