/** Runs the suite as tests within a team's own vitest run. */
import { afterAll, describe, test } from 'vitest';
import { planTests, type TestOptions } from './api/plan-tests.ts';

export type { TestOptions } from './api/plan-tests.ts';

/** The part of a vitest task that shows which tests remain after `-t` and `.only`. */
interface Task {
  name: string;
  type: string;
  mode: string;
  suite?: Task | undefined;
  tasks?: Task[];
}

type Describe = (name: string, declare: () => void) => void;

function declareWith(describeAll: Describe): (options: TestOptions) => void {
  return (options) => {
    const tests = planTests(options);
    describeAll(tests.name, () => {
      for (const [requirement, ids] of tests.groups)
        describe(requirement, () => {
          // No time limit: a test waits for its turn among all cases, and each request has its own limit.
          for (const id of ids)
            test(id, { timeout: 0 }, async ({ task, skip }) => {
              tests.start(listChosen(task));
              const reason = await tests.told(id);
              if (reason !== undefined) skip(reason);
            });
        });
      afterAll(() => tests.end(), 0);
    });
  };
}

/** Lists the names of all tests that vitest runs together with this one. */
function listChosen({ suite }: Task): string[] {
  const whole = suite?.suite?.tasks ?? [];
  return whole.flatMap(({ tasks = [] }) => tasks.flatMap(({ name, mode }) => (mode === 'skip' || mode === 'todo' ? [] : [name])));
}

/**
 * Registers each case that the deployment is held to as a test, named by its id, in one group per requirement. The cases run as
 * in any run, several at once and in the suite's order, and each test waits for its own result. Only the tests that `-t` or
 * `.only` select are run.
 * @throws ConformanceError if the options cannot be used
 */
export const describeConformance: ((options: TestOptions) => void) & Record<'only' | 'skip', (options: TestOptions) => void> =
  Object.assign(declareWith(describe), { only: declareWith(describe.only), skip: declareWith(describe.skip) });
