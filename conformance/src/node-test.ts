/** Runs the suite as tests within a team's own `node --test`. */
import { after, describe, test } from 'node:test';
import { planTests, type TestOptions } from './api/plan-tests.ts';

export type { TestOptions } from './api/plan-tests.ts';

/**
 * Registers each case that the deployment is held to as a test, named by its id, in one group per requirement. All of them run,
 * because Node.js does not say which tests a name pattern selects: choose them by `case`, `operation` or `requirement`.
 * @throws ConformanceError if the options cannot be used
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
