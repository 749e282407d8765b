import { expect, test } from 'vitest';
import { readOptions } from './read-options.ts';
import { UsageError } from './usage-error.ts';

test('everything is measured, five rounds of it, unless something else is said', () => {
  expect(readOptions([])).toMatchObject({
    rounds: 5,
    seconds: 3,
    rows: 5_000_000,
    requests: 1_000_000,
    only: ['compare', 'durable', 'rows', 'start', 'memory'],
  });
  expect(readOptions(['--only', 'start', '--only', 'rows', '--only', 'start', '--rounds', '7'])).toMatchObject({
    only: ['start', 'rows'],
    rounds: 7,
  });
});

test.each([
  [['--rounds', '0'], '--rounds is "0": set it to a number from 1 to 99.'],
  [['--rounds', '1e1'], '--rounds is "1e1": set it to a number from 1 to 99.'],
  [['--seconds', '61'], '--seconds is "61": set it to a number from 1 to 60.'],
  [['--seconds', ''], '--seconds is "": set it to a number from 1 to 60.'],
  [['--rows=-5'], '--rows is "-5": set it to a number from 1 to 50000000.'],
  [['--only', 'toString'], 'There is no measurement "toString": --only takes compare, durable, rows, start, memory.'],
  [['--round', '3'], "Unknown option '--round'. Run with --help for what there is."],
  [['fetch'], "Unexpected argument 'fetch'. Run with --help for what there is."],
])('%j is refused in a sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(new UsageError(sentence));
});
