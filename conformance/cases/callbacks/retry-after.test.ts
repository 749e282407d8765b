import { expect, test } from 'vitest';
import { faults } from '../../faults/index.ts';
import { checkSubject } from '../../testing/check-subject.ts';

test.concurrent.each([
  ['retry-after-date-ignored', 'retries/retry-after', /^attempt 2 .* attempt 1, 503 with Retry-After: .* GMT \(an HTTP date\)$/],
  [
    'retry-after-at-503-alone',
    'retries/retry-after',
    /^attempt \d .* attempt \d, (?:307|429) with Retry-After: \d+ \(seconds\)$/,
  ],
  ['retry-after-without-end', 'pauses/retry-after-two-days', /was 503 with Retry-After: 172800 \(seconds\)$/],
  ['retry-after-makes-earlier', 'pauses/retry-after-a-second', /was 503 with Retry-After: 1 \(seconds\)$/],
] as const)('%s: the finding says which Retry-After the suite had sent, and in which form', async (name, id, expected) => {
  const fault = faults.find((one) => one.id === name) as (typeof faults)[number];
  const running = await fault.start();
  try {
    const results = await checkSubject(running, true, ['callbacks'], [`callbacks/${id}`]);
    expect(results.flatMap(({ findings }) => findings.map((finding) => finding.expected))).toEqual([
      expect.stringMatching(expected),
    ]);
  } finally {
    await running.close();
  }
});
