import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '../run/command.ts';
import type { Place } from './generator.ts';

/** The library with which the Python programs check signatures. */
export const webhooks = 'standardwebhooks==1.1.0';

const versions: Record<string, string> = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).dependencies;

/**
 * Returns the exact version of an npm package in `proofs/languages/package.json`.
 * @throws Error when it is not listed there
 */
export function versionOf(name: string): string {
  const version = versions[name];
  if (version === undefined) throw new Error(`proofs/languages/package.json does not name ${name}.`);
  return version;
}

/** Returns the command that installs packages listed in `package.json`, without running their install scripts. */
export const installNpm = ({ cache, folder }: Place, ...names: string[]): Command => ({
  argv: [
    ...['npm', 'install', '--prefix', '.', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'],
    ...['--cache', join(cache, 'npm'), ...names.map((name) => `${name}@${versionOf(name)}`)],
  ],
  cwd: folder,
});

/** Returns the path of a program in a generator's virtual environment. The environment is kept between runs. */
export function pythonOf(place: Place, id: string, program = 'python'): string {
  return join(place.cache, 'venvs', id, 'bin', program);
}

/**
 * Returns the commands that create the virtual environment and install packages. A package without a version of its own gets
 * `version`.
 */
export function installPython(place: Place, id: string, version: string, ...names: string[]): Command[] {
  const { cache, folder } = place;
  const pinned = names.map((name) => (name.includes('==') ? name : `${name}==${version}`));
  const make = ['python3', '-m', 'venv', join(cache, 'venvs', id)];
  return [
    ...(existsSync(pythonOf(place, id)) ? [] : [{ argv: make, cwd: folder }]),
    { argv: [pythonOf(place, id), '-m', 'pip', 'install', '-q', ...pinned], cwd: folder },
  ];
}
