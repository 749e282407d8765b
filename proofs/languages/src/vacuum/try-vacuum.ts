import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '../generators/generator.ts';
import { runCommand, toolEnvironment } from '../run/command.ts';
import { findMissing } from '../run/missing-tools.ts';
import { prepareFolder } from '../run/prepare-folder.ts';
import { runAll } from '../run/run-all.ts';
import type { Verdict } from '../run/verdict.ts';

const vacuumVersion = '0.29.9';
const seconds = 300;

/**
 * Lints the contract with all of vacuum's rules, except those that the file `rules` turns off. vacuum is a Go program that takes
 * minutes to compile, so it stays in the cache.
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
  const { code, output } = await runCommand({ argv, cwd: place.folder, env: toolEnvironment(place.cache) }, seconds, signal);
  writeFileSync(join(place.folder, 'lint.log'), output);
  return { exit: code, verdict: `${vacuumVersion}: ${code === 0 ? 'nothing found' : output.slice(-500)}` };
}
