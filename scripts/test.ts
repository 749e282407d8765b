/**
 * Runs every check: lint, the contract's lint, types, tests. Each lint counts as one check, and so does the type check. Prints
 * the slowest checks at the end, and the totals in the last line. Runs the tests of the proofs only with `--proofs`, with a
 * filter that names them, or with `--in-full`, which also runs everything that is otherwise only sampled.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { execa } from 'execa';

const root = join(import.meta.dirname, '..');
const results = join(root, 'build/test-results.json');
// Lets the hundreds of programs that the tests start share their compiled code.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled');
const count = { passed: 0, failed: 0, skipped: 0 };
const secondsTaken = new Map<string, number>();

const redocly = 'openapi/node_modules/@redocly/cli/bin/cli.js';
const checks = [
  ['lint', 'biome', 'check', '--error-on-warnings', '.'],
  ['lint of the contract', 'node', redocly, 'lint', '--config', 'openapi/redocly.yaml', 'openapi/openapi.yaml'],
  ['types', 'tsc', '-b'],
] as const;
// Runs these checks in parallel, because no check keeps all cores busy. Prints each check's output as a whole when it ends.
await Promise.all(
  checks.map(async ([name, command, ...args]) => {
    const started = performance.now();
    const { isPassed, output } = await run(command, args);
    secondsTaken.set(name, (performance.now() - started) / 1000);
    console.log(`\n— ${name}\n${output.trimEnd()}`);
    count[isPassed ? 'passed' : 'failed']++;
  }),
);

console.log('\n— tests');
rmSync(results, { force: true });
const asked = process.argv.slice(2);
const isInFull = asked.includes('--in-full');
const filters = asked.filter((word) => word !== '--in-full' && word !== '--proofs');
const isOfProofs = isInFull || asked.some((word) => word.includes('proofs'));
// Tests that normally try only a sample read this variable, and then try everything.
if (isInFull) process.env.IN_FULL = '1';
const { status } = spawnSync('vitest', ['run', ...(isOfProofs ? [] : ['--exclude', 'proofs/**']), ...filters], {
  cwd: root,
  stdio: 'inherit',
});
if (existsSync(results)) {
  const report = JSON.parse(readFileSync(results, 'utf8'));
  count.passed += report.numPassedTests;
  count.failed += report.numFailedTests;
  count.skipped += report.numPendingTests + report.numTodoTests;
  for (const { name, startTime, endTime } of report.testResults)
    secondsTaken.set(relative(root, name), (endTime - startTime) / 1000);
  // A file that cannot be loaded, or an error outside any test, fails the run although no test failed.
  if (status !== 0 && report.numFailedTests === 0) count.failed++;
} else {
  console.log('The tests did not finish.');
  count.failed++;
}

console.log(`\n— the slowest files of ${(performance.now() / 1000).toFixed(0)} s in total; up to four run at the same time`);
const longest = [...secondsTaken].toSorted(([, one], [, other]) => other - one).slice(0, 10);
for (const [name, seconds] of longest) console.log(`${seconds.toFixed(0).padStart(5)} s  ${name}`);

console.log(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exitCode = count.failed === 0 ? 0 : 1;

async function run(command: string, args: readonly string[]): Promise<{ isPassed: boolean; output: string }> {
  const ended = await execa(command, args, { cwd: root, stdin: 'ignore', all: true, reject: false });
  return { isPassed: ended.exitCode === 0, output: ended.all || (ended.shortMessage ?? '') };
}
