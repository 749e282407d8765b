/** Runs the suite as tests, with vitest. */
import { afterAll, describe, test } from 'vitest';
import { planTests, type TestOptions } from './api/plan-tests.ts';

export type { TestOptions } from './api/plan-tests.ts';

/** The properties of a vitest task that show which tests remain after `-t` and `.only`. */
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
          // A test has no time limit of its own, because it waits for its case, which may run late. Each request has a limit.
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

/** Lists the names of the cases' tests that vitest does not skip in this run. */
function listChosen({ suite }: Task): string[] {
  const whole = suite?.suite?.tasks ?? [];
  return whole.flatMap(({ tasks = [] }) => tasks.flatMap(({ name, mode }) => (mode === 'skip' || mode === 'todo' ? [] : [name])));
}

/**
 * Registers one test for each case that applies to the deployment, in a group for each requirement. The cases run several at a
 * time and in the suite's order, and each test waits for its case. If `-t` or `.only` selects tests, only their cases run.
 * @throws ConformanceError if an option is wrong
 */
export const describeConformance: ((options: TestOptions) => void) & Record<'only' | 'skip', (options: TestOptions) => void> =
  Object.assign(declareWith(describe), { only: declareWith(describe.only), skip: declareWith(describe.skip) });
