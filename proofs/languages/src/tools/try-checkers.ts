import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '../generators/generator.ts';
import { installPython, pythonOf } from '../generators/install-packages.ts';
import { runCommand, toolEnvironment } from '../run/command.ts';
import { findMissing, prepareFolder, runAll, type Verdict } from '../run/run-trial.ts';
import type { Sandbox } from '../run/sandbox.ts';

/**
 * How many examples Schemathesis makes for each operation and each workflow. They lead to about 700 test cases in the quick run,
 * and about 20,000 in the thorough one.
 */
const examples = { quick: 60, thorough: 2100 };
const seconds = 3600;

/**
 * Runs Schemathesis against the sandbox, with all its checks and phases. Returns its summary.
 * @throws only when `signal` is aborted
 */
export async function trySchemathesis(
  place: Place,
  sources: string,
  sandbox: Sandbox,
  { thorough, signal }: { thorough: boolean; signal: AbortSignal },
): Promise<Verdict> {
  const missing = findMissing('python3');
  if (missing !== undefined) return { exit: null, verdict: `not run: ${missing}` };
  prepareFolder(place, sources);
  const failure = await runAll(installPython(place, 'schemathesis', '4.32.5', 'schemathesis'), place, 'install.log', signal);
  if (failure !== undefined) return { exit: null, verdict: `not run: ${failure}` };
  const count = String(thorough ? examples.thorough : examples.quick);
  const argv = [
    ...[pythonOf(place, 'schemathesis', 'schemathesis'), '--config-file', 'schemathesis.toml', 'run', place.document],
    ...['--url', sandbox.url, '--header', `Authorization: Bearer ${sandbox.token}`],
    ...['--checks', 'all', '--max-examples', count, '--seed', '1', '--no-color'],
  ];
  const env = { ...toolEnvironment(place.cache), SANDBOX_URL: sandbox.url, SANDBOX_TOKEN: sandbox.token };
  const { code, output } = await runCommand({ argv, cwd: place.folder, env }, seconds, signal);
  writeFileSync(join(place.folder, 'run.log'), output);
  const verdict = output.split('\n').filter((line) => /generated|Scenarios:|API Links:|failure/.test(line));
  return { exit: code, verdict: verdict.map((line) => line.trim().replace(/\s+/g, ' ')).join('; ') || output.slice(-500) };
}

const vacuumVersion = '0.29.9';
const lintSeconds = 300;

/**
 * Lints the contract with all of vacuum's rules, except those that the file `rules` turns off. vacuum is a Go program that
 * takes minutes to compile, so the compiled program stays in the cache.
 * @throws only when `signal` is aborted
 */
export async function tryVacuum(place: Place, rules: string, signal: AbortSignal): Promise<Verdict> {
  prepareFolder(place);
  const bin = join(place.cache, `vacuum-${vacuumVersion}`);
  const program = join(bin, 'vacuum');
  if (!existsSync(program)) {
    const missing = findMissing('go');
    if (missing !== undefined) return { exit: null, verdict: `not run: ${missing}` };
    const argv = ['go', 'install', `github.com/daveshanley/vacuum@v${vacuumVersion}`];
    const failure = await runAll([{ argv, cwd: place.folder, env: { GOBIN: bin } }], place, 'install.log', signal);
    if (failure !== undefined) return { exit: null, verdict: `not run: ${failure}` };
  }
  const [ruleset, ignored] = [join(rules, 'vacuum.yaml'), join(rules, 'vacuum-ignore.yaml')];
  const argv = [
    ...[program, 'lint', place.document, '--ruleset', ruleset, '--ignore-file', ignored],
    ...['--fail-severity', 'hint', '--details', '--all-results', '--no-clip', '--no-style', '--no-banner', '--no-update-check'],
    '--remote=false',
  ];
  const { code, output } = await runCommand({ argv, cwd: place.folder, env: toolEnvironment(place.cache) }, lintSeconds, signal);
  writeFileSync(join(place.folder, 'lint.log'), output);
  return { exit: code, verdict: `${vacuumVersion}: ${code === 0 ? 'nothing found' : output.slice(-500)}` };
}
