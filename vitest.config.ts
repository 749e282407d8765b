import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { makeRunFolder } from './scripts/make-run-folder.ts';

// Processes share their compiled code: compiling takes most of the time of a short command, and tests start many of them.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

// Set before the workers start, because they inherit it.
process.env.TMPDIR = makeRunFolder();

/**
 * Slow tests, which install, pack or compile copies of the repository. They take a fifth of the time of a full run, but seldom
 * fail when all others pass. They run only with `npm test -- --in-full`, or when they are named.
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

/** Matches tests that start programs or browsers. They take longest, even if their files are short. */
const slow = /child_process|command|browser/i;

/** Runs the slowest files first, so that all workers end at about the same time. In a fresh clone, guesses which are slow. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // If a file has no time from an earlier run, Vitest sorts it only by size. Puts such files first if they are probably slow.
    const guesses = new Map(
      files.map((file) => [file, this.ctx.cache.getTestSpecificationResult(file) ? 0 : guess(file.moduleId)]),
    );
    return (await super.sort(files)).toSorted((one, other) => (guesses.get(other) ?? 0) - (guesses.get(one) ?? 0));
  }
}

/** Guesses the seconds that a file takes: its longest test timeout, or else 1 if it starts programs and 0 if it does not. */
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
      // Starts PostgreSQL when the first test of the store needs it.
      'packages/server/testing/postgres/serve-cluster.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', ...leftOut],
    // The timeout is long, because child processes are slow on a busy machine. A poll ends as soon as its condition is met.
    expect: { requireAssertions: true, poll: { timeout: 60_000 } },
    // Most tests wait for servers and commands that they started: a single worker would leave the machine idle.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Files that run in one worker share imported modules. This is safe, because no test leaves global state behind.
    isolate: false,
    // These timeouts are long, because tests start servers and child processes, which may have to share two cores.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    reporters: ['default', 'json'],
    outputFile: { json: 'build/test-results.json' },
  },
});
