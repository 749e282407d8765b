/** Runs the suite as tests, with the test runner of Node.js (`node --test`). */
import { after, describe, test } from 'node:test';
import { planTests, type TestOptions } from './api/plan-tests.ts';

export type { TestOptions } from './api/plan-tests.ts';

/**
 * Registers one test for each case that applies to the deployment, in a group for each requirement. All cases run, even if the
 * user filters tests by name, because Node.js does not say which tests it selects. To run fewer, use the options `case`,
 * `operation` or `requirement`.
 * @throws ConformanceError if an option is wrong
 */
export function describeConformance(options: TestOptions): void {
  const tests = planTests(options);
  const all = tests.groups.flatMap(([, ids]) => ids);
  describe(tests.name, () => {
    for (const [requirement, ids] of tests.groups)
      describe(requirement, () => {
        for (const id of ids)
          test(id, async (context) => {
            tests.start(all);
            const reason = await tests.told(id);
            if (reason !== undefined) context.skip(reason);
          });
      });
    after(() => tests.end());
  });
}
