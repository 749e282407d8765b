import { expect, test } from 'vitest';
import { readGrowthOptions } from './run-growth-command.ts';

test('the command line sets loads and machines, with sizes in bytes', () => {
  expect(readGrowthOptions(['--creates', '7', '--creates', '8', '--memory', '2'])).toMatchObject({
    creates: [7, 8],
    memory: 2e9,
    days: 365,
  });
  expect(readGrowthOptions([]).creates).toEqual([100, 1_000, 10_000]);
});

test.each([
  [['--creates', '0'], '--creates is "0": it must be a whole number from 1 to 9999999.'],
  [['--measured', 'a', '--save', 'b'], '--measured reads a measurement: leave out --invoices and --save, or --measured.'],
])('%j is refused', (args, message) => {
  expect(() => readGrowthOptions(args)).toThrow(message);
});
