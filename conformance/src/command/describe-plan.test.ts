import { expect, test } from 'vitest';
import { describeLatency } from './describe-plan.ts';

test('a run against a deployment that takes long to respond is told its minutes, and what would shorten it', () => {
  expect(describeLatency(1100, 2950, {})).toBe(
    'The deployment takes 1.1 s to respond, so this run takes about 3 min. Fewer cases take less: --features, --operation or --case chooses them.\n',
  );
  expect(describeLatency(1100, 2950, { concurrency: 4 })).toContain('about 15 min');
  expect(describeLatency(1100, 2950, { rate: 5 })).toContain('about 10 min');
});

test('nothing is said of a minute', () => {
  expect(describeLatency(150, 2950, {})).toBe('');
  expect(describeLatency(1100, 100, {})).toBe('');
});
