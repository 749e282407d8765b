import { expect, test } from 'vitest';
import { readStormOptions } from './run-storm-command.ts';

test('everything has a default', () => {
  const { seed, ...others } = readStormOptions([], true);
  expect(seed).toBeGreaterThan(0);
  expect(others).toEqual({ seeds: 1, servers: 3, seconds: 20, control: undefined, out: undefined, help: false });
});

test.each([
  [['--servers', '4'], '--servers is "4": it must be a whole number from 2 to 3.'],
  [['--seeds', '0'], '--seeds is "0": it must be a whole number from 1 to 1000.'],
  [['--seconds', '1.5'], '--seconds is "1.5": it must be a whole number from 2 to 600.'],
  [
    ['--control', 'none'],
    '--control is "none": there are commit-without-disk, no-sequence-guard, no-unique-key, release-without-lease.',
  ],
  [['--out='], '--out is empty: name a folder, which need not be there.'],
  [['--out', import.meta.filename], `--out is ${import.meta.filename}, which is no folder.`],
  [['--nonsense'], "Unknown option '--nonsense'. Run with --help for the options."],
])('%j is refused in a sentence', (args, sentence) => {
  expect(() => readStormOptions(args, true)).toThrow(sentence);
});

test('refuses options that need the PostgreSQL process if the user provides the PostgreSQL', () => {
  expect(() => readStormOptions(['--control', 'commit-without-disk'], false)).toThrow('is not ours to crash');
});
