import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { choosePackage } from './choose-package.ts';

/** The programs of a PostgreSQL, with the environment variables that they need. */
export interface Engine {
  initdb: string;
  postgres: string;
  /** The major version. */
  major: number;
  env: Record<string, string>;
}

/**
 * Finds the installed PostgreSQL, or the version that TEST_POSTGRES names; undefined when there is none for this system. Its
 * libraries are expected under names that their files do not have. A script of the package would fix that, but no scripts run at
 * an install here, so the links are made in `scratch` instead.
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
