import { expect, test } from 'vitest';
import { mistakesOf } from '../../testing/mistakes-of.ts';
import { against, runConformance } from '../../testing/run-conformance.ts';
import { startFault, withSubject } from '../../testing/with-subject.ts';

test('--bail ends the run at the first failure with exit 1, and reports which cases did not run', () =>
  withSubject(
    () => startFault('amount-as-string'),
    async (running) => {
      const { exit, output, report } = await runConformance(...against(running), '--bail', '--concurrency', '1');
      expect(exit).toBe(1);
      expect(output).toContain('The run ended at its first failure because of --bail');
      expect(report()).toMatchObject({ verdict: 'not conformant', ended: 'interrupted', counts: { fail: 1 } });
      expect(report().counts.skipped).toBeGreaterThan(50);
      expect(mistakesOf(report())).toEqual([]);
    },
  ));

test('--bail changes nothing in a run without a failure', () =>
  withSubject(
    () => startFault('amount-as-string'),
    async (running) => {
      const { exit, report } = await runConformance(...against(running), '--bail', '--case', 'fetch-payment/authentication');
      expect(exit).toBe(0);
      expect(report().ended).toBe('complete');
    },
  ));

test.each(['--known-failures', '--self-check', '--replay', '--har'])('--bail cannot be combined with %s', async (name) => {
  const { exit, output } = await runConformance('--bail', name, ...(name === '--self-check' ? [] : ['some-file']));
  expect(output).toMatch(/--bail .*(use only one|cannot be combined)|cannot be combined with --bail/);
  expect(exit).toBe(2);
});
