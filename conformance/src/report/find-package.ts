import { readFileSync } from 'node:fs';

interface Manifest {
  name: string;
  version: string;
}

/** Reads the name and version of this package. Once built, its manifest is one folder further up. */
export function findPackage(): Manifest {
  for (let folder = new URL('.', import.meta.url); folder.pathname !== '/'; folder = new URL('..', folder)) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as Manifest;
      return { name, version };
    } catch {
      // Further up.
    }
  }
  throw new Error('The package.json of the suite is missing.');
}
