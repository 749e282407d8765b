import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { makeRunFolder } from './scripts/make-run-folder.ts';

// Workers and the commands that tests start keep what they compiled for the next one: most of a short command's time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

// Before the workers start, which take it over from this process.
process.env.TMPDIR = makeRunFolder();

/**
 * Tests that install, pack, build or compile a copy of the repository: a fifth of a run, for what seldom breaks by a change that no
 * other test sees. `npm test -- --in-full` runs them, and so does naming one.
 */
const longOnes = [
  'conformance/src/command/executable.test.ts',
  'conformance/testing/measure-gains.test.ts',
  'packages/house-rules/src/drill/drill.test.ts',
  'packages/house-rules/src/foreign-generators.test.ts',
  'packages/house-rules/src/packages.test.ts',
  'packages/house-rules/src/prism-mock.test.ts',
];
const isInFull = process.env.IN_FULL === '1';
const named = process.argv.map((word) => word.replace(/:\d+$/, '')).filter((word) => word.length > 3);
const leftOut = longOnes.filter((file) => !isInFull && !named.some((word) => file.includes(word) || word.endsWith(file)));

/** Tests that start programs or browsers take longest, however short their files are. */
const slow = /child_process|command|browser/i;

/** Begins with what took longest in the last run, as vitest does, so that no worker is left with it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Vitest goes by size where it has no last run: in a fresh clone. With this guess that costs nothing.
    const guesses = new Map(
      files.map((file) => [file, this.ctx.cache.getTestSpecificationResult(file) ? 0 : guess(file.moduleId)]),
    );
    return (await super.sort(files)).toSorted((one, other) => (guesses.get(other) ?? 0) - (guesses.get(one) ?? 0));
  }
}

/** Guesses how long a file takes, in seconds: the longest time that one of its tests is given; else one where it starts programs. */
function guess(file: string): number {
  const text = readFileSync(file, 'utf8');
  const limits = [...text.matchAll(/^ *(?:\}, )?(\d+)_000(?:\);|,)$/gm)].map(([, seconds]) => Number(seconds));
  if (limits.length > 0) return Math.max(...limits);
  const helpers = [...text.matchAll(/ from '(\.[^']+)'/g)].map(([, path = '']) => join(dirname(file), path)).filter(existsSync);
  return [file, ...helpers].some((source) => slow.test(readFileSync(source, 'utf8'))) ? 1 : 0;
}

export default defineConfig({
  test: {
    include: ['{packages,conformance,openapi,proofs}/**/*.test.ts'],
    globalSetup: [
      'packages/server/testing/forget-settings.ts',
      // Starts a PostgreSQL for the tests of the store, when the first one asks for it.
      'packages/server/testing/postgres/serve-cluster.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', ...leftOut],
    // Under load a child process takes its time; a poll that is met ends at once.
    expect: { requireAssertions: true, poll: { timeout: 60_000 } },
    // Most tests wait for servers and commands that they started: a single worker would leave the machine idle.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // A worker keeps what it imported for its next file: no test leaves state outside itself, its servers and its folders.
    isolate: false,
    // Tests start servers and child processes on two cores that they share.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    reporters: ['default', 'json'],
    outputFile: { json: 'build/test-results.json' },
  },
});
