import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '../generators/generator.ts';
import { runCommand, toolEnvironment } from '../run/command.ts';
import { missingTools } from '../run/missing-tools.ts';
import { runAll } from '../run/run-all.ts';

const vacuumVersion = '0.29.9';
const seconds = 300;

/** The line in which vacuum sums up what it found in the contract, and its exit code. */
export interface VacuumResult {
  exit: number | null;
  verdict: string;
}

/**
 * Lints the contract with every rule of vacuum but those that `rules` turns off.
 * It is a Go program that takes minutes to compile, and stays in the cache.
 * @throws only when `signal` is aborted
 */
export async function tryVacuum(place: Place, rules: string, signal: AbortSignal): Promise<VacuumResult> {
  rmSync(place.folder, { recursive: true, force: true });
  mkdirSync(place.folder, { recursive: true });
  const bin = join(place.cache, `vacuum-${vacuumVersion}`);
  const program = join(bin, 'vacuum');
  if (!existsSync(program)) {
    const missing = missingTools(['go']);
    if (missing.length > 0) return { exit: null, verdict: `not run: ${missing.join(', ')} not on the PATH` };
    const argv = ['go', 'install', `github.com/daveshanley/vacuum@v${vacuumVersion}`];
    const failure = await runAll([{ argv, cwd: place.folder, env: { GOBIN: bin } }], place, 'install.log', signal);
    if (failure !== undefined) return { exit: null, verdict: `not run: ${failure}` };
  }
  const argv = [
    ...[
      program,
      'lint',
      place.document,
      '--ruleset',
      join(rules, 'vacuum.yaml'),
      '--ignore-file',
      join(rules, 'vacuum-ignore.yaml'),
    ],
    ...['--fail-severity', 'hint', '--details', '--all-results', '--no-clip', '--no-style', '--no-banner', '--no-update-check'],
    '--remote=false',
  ];
  const { code, output } = await runCommand({ argv, cwd: place.folder, env: toolEnvironment(place.cache) }, seconds, signal);
  writeFileSync(join(place.folder, 'lint.log'), output);
  return { exit: code, verdict: `${vacuumVersion}: ${code === 0 ? 'nothing found' : output.slice(-500)}` };
}
