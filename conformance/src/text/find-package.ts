import { readFileSync } from 'node:fs';

interface Manifest {
  name: string;
  version: string;
}

export function findPackage(): Manifest {
  const { name, version } = JSON.parse(readBeside('package.json')) as Manifest;
  return { name, version };
}

/** Reads a file that lies beside the manifest of this package. Once built, that is one folder further up. */
export function readBeside(file: string): string {
  for (let folder = new URL('.', import.meta.url); folder.pathname !== '/'; folder = new URL('..', folder)) {
    try {
      return readFileSync(new URL(file, folder), 'utf8');
    } catch {
      // Further up.
    }
  }
  throw new Error(`The ${file} of the suite is missing.`);
}
