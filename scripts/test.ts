/**
 * Runs every check: lint, the contract's lint, types, tests. Each lint and the type check count as one; the last line is
 * the count of all.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const results = join(root, 'build/test-results.json');
const count = { passed: 0, failed: 0, skipped: 0 };

const checks = [
  ['lint', 'biome', 'check', '--error-on-warnings', '.'],
  [
    'lint of the contract',
    'node',
    'openapi/node_modules/@redocly/cli/bin/cli.js',
    'lint',
    '--config',
    'openapi/redocly.yaml',
    'openapi/openapi.yaml',
  ],
  ['types', 'tsc', '-b'],
] as const;
// All at once, because each leaves a core idle; the output of each is printed in one piece when it has ended.
await Promise.all(
  checks.map(async ([name, command, ...args]) => {
    const { isPassed, output } = await run(command, args);
    console.log(`\n— ${name}\n${output.trimEnd()}`);
    count[isPassed ? 'passed' : 'failed']++;
  }),
);

console.log('\n— tests');
rmSync(results, { force: true });
const { status } = spawnSync('vitest', ['run', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
if (existsSync(results)) {
  const report = JSON.parse(readFileSync(results, 'utf8'));
  count.passed += report.numPassedTests;
  count.failed += report.numFailedTests;
  count.skipped += report.numPendingTests + report.numTodoTests;
  // A file that cannot be loaded, or an error outside any test, fails the run without a failed test.
  if (status !== 0 && report.numFailedTests === 0) count.failed++;
} else {
  console.log('The tests did not run to their end.');
  count.failed++;
}

console.log(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exitCode = count.failed === 0 ? 0 : 1;

function run(command: string, args: readonly string[]): Promise<{ isPassed: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('error', (error) => resolve({ isPassed: false, output: error.message }));
    child.once('close', (status) => resolve({ isPassed: status === 0, output }));
  });
}
