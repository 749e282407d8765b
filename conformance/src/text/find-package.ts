import { readFileSync } from 'node:fs';

interface Manifest {
  name: string;
  version: string;
}

export function findPackage(): Manifest {
  const { name, version } = JSON.parse(readBeside('package.json')) as Manifest;
  return { name, version };
}

/** Reads a file beside the manifest of this package. From the built code, the manifest is one folder further up. */
export function readBeside(file: string): string {
  // The loop ends at the root folder, because its parent is the root itself.
  for (let folder = new URL('.', import.meta.url), below = ''; folder.href !== below; folder = new URL('..', folder)) {
    below = folder.href;
    try {
      return readFileSync(new URL(file, folder), 'utf8');
    } catch {
      // Not here; try the parent folder.
    }
  }
  throw new Error(`The ${file} of the suite is missing.`);
}
