/** Tests --requirement and --failed through the command's output. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCoreServer } from '../../servers/core/start-core-server.ts';
import { against, payBase, runConformance } from '../../testing/run-conformance.ts';
import { startFault, withSubject } from '../../testing/with-subject.ts';

test('--requirement runs the cases that are about it, or look at it too', async () => {
  const { exit, output } = await runConformance('--list', '--requirement', 'invoice-note');
  expect(output).toMatch(/^create-payment\/answer\/note /m);
  expect(output).toMatch(/^lifecycle\/FAILED\/fetched /m);
  expect(output).not.toMatch(/^create-payment\/answer\/amount /m);
  expect(exit).toBe(0);
});

test.each([
  ['a requirement that there is not', '--requirement', 'invoice-amout', 'Similar ones: invoice-amount, '],
  [
    'a requirement as a case',
    '--case',
    'invoice-amount',
    'it is a requirement; use --requirement invoice-amount to run its cases.',
  ],
  [
    'a case as a requirement',
    '--requirement',
    'fetch-payment/echo',
    'is not a requirement but the id of cases: use --case fetch-payment/echo',
  ],
])('%s: exit 2, and what was meant', async (_name, option, value, sentence) => {
  const { exit, output } = await runConformance(option, value);
  expect(output).toContain(sentence);
  expect(exit).toBe(2);
});

test('--failed runs what failed in the last report until nothing is left, and keeps the list where nothing was proven', () =>
  withSubject(
    () => startFault('amount-changed-at-fetch'),
    async (faulty) => {
      const selected = ['--case', 'fetch-payment/as-created', '--case', 'fetch-payment/echo'];
      const { out, report } = await runConformance(...against(faulty), ...selected, '--seed', '7');
      const failing = report().results.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []));
      expect(failing.length).toBeGreaterThan(1);

      const again = ['--failed', '--out', out] as const;
      const nobody = await runConformance('--base-url', 'http://127.0.0.1:9', '--token', 'any-token', ...again);
      expect([nobody.exit, nobody.output]).toEqual([2, expect.stringContaining('Nothing is proven')]);

      const bailed = await runConformance(...against(faulty), ...again, '--bail', '--concurrency', '1');
      expect(bailed.exit).toBe(1);
      expect(report()).toMatchObject({ selected: ['--failed'], seed: 7, counts: { fail: 1, skipped: failing.length - 1 } });

      await withSubject(startCoreServer, async (sound) => {
        // The next run with --failed includes the cases that the previous one did not reach.
        const mended = await runConformance(...against(sound), ...again, '--pay', payBase);
        expect(
          report()
            .results.map(({ id }) => id)
            .sort(),
        ).toEqual(failing.sort());
        expect(mended.output).toContain(`passes the ${failing.length} cases that were selected, which is not a verdict`);
        expect(mended.exit).toBe(0);
      });
      const nothing = await runConformance(...against(faulty), ...again);
      expect([nothing.exit, nothing.output]).toEqual([2, expect.stringContaining('nothing failed in')]);
    },
  ));

test('--failed without a report says where it looked', async () => {
  const { out } = await runConformance('--help');
  const at = ['--base-url', 'http://127.0.0.1:9', '--token', 'any-token', '--out', out, '--failed'];
  expect((await runConformance(...at)).output).toContain(`--failed: the last report cannot be read, there is no such file.`);
  writeFileSync(join(out, 'report.json'), '{}');
  const { output, exit } = await runConformance(...at);
  expect(output).toContain('it is not a report.json of version 1');
  expect(exit).toBe(2);
});
