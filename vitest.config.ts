import { join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Workers and the commands that tests start keep what they compiled for the next one: most of a short command's time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** What takes longest, longest first; a new one may be missing, which costs nothing but time. */
const longest = [
  'conformance/matrix/matrix.test.ts',
  'packages/stubs/src/init/init.test.ts',
  'conformance/src/command/conformance.test.ts',
  'packages/house-rules/src/packages.test.ts',
  'conformance/src/command/modes.test.ts',
  'conformance/src/command/known-failures.test.ts',
  'packages/house-rules/src/readme-commands.test.ts',
  'conformance/src/command/environments.test.ts',
  'packages/client/testing/runtimes.test.ts',
  'packages/server/src/web/payment-page/page-looks.browser.test.ts',
  'packages/server/src/web/payment-page/play-payer.browser.test.ts',
  'openapi/bin/docs.test.ts',
  'openapi/bin/check-breaking.test.ts',
  'packages/server/bin/server.test.ts',
  'packages/server/bin/admin.test.ts',
  'packages/client/testing/create-through-faults.test.ts',
  'packages/client/testing/package.test.ts',
];

/** Begins with what takes longest, so that no worker is left with it alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = longest.indexOf(relative(import.meta.dirname, moduleId));
      return place < 0 ? longest.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    include: ['{packages,conformance,openapi}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Under load a child process takes its time; a poll that is met ends at once.
    expect: { requireAssertions: true, poll: { timeout: 60_000 } },
    // Most tests wait for servers and commands that they started: one worker alone would leave the machine idle.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // A worker keeps what it imported for its next file; tests hold their state in themselves, in servers and in folders of their own.
    isolate: false,
    // Tests start servers and child processes on two cores that they share.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ['default', 'json'],
    outputFile: { json: 'build/test-results.json' },
    typecheck: { enabled: true, include: ['packages/**/*.test-d.ts'], tsconfig: './tsconfig.test-d.json' },
  },
});
