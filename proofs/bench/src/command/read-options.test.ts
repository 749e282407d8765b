import { expect, test } from 'vitest';
import { readOptions } from './read-options.ts';
import { UsageError } from './usage-error.ts';

test('measures the peers unless another measurement is named', () => {
  expect(readOptions([])).toMatchObject({ names: ['peers'], rounds: 4, slices: 10, slice: 100, compare: undefined });
  expect(readOptions(['start', 'rows', 'start', '--rounds', '7'])).toMatchObject({ names: ['start', 'rows'], rounds: 7 });
});

test.each([
  [['--rounds', '0'], '--rounds is "0": set it to a number from 1 to 99.'],
  [['--rounds', '1e1'], '--rounds is "1e1": set it to a number from 1 to 99.'],
  [['--slice', '19'], '--slice is "19": set it to a number from 20 to 10000.'],
  [['--slices', ''], '--slices is "": set it to a number from 1 to 999.'],
  [['--rows=-5'], '--rows is "-5": set it to a number from 1 to 50000000.'],
  [['--round', '3'], "Unknown option '--round'. Run with --help for the options."],
])('%j is refused in a sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(new UsageError(sentence));
});

test('refuses an unknown measurement, and names all measurements', () => {
  expect(() => readOptions(['toString'])).toThrow(/^There is nothing called "toString" to measure: name peers, /);
});
