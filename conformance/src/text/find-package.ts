import { readFileSync } from 'node:fs';

export function findPackage(): { name: string; version: string } {
  const { name, version } = JSON.parse(readBeside('package.json'));
  return { name, version };
}

/** Reads a file next to this package's package.json. Searches parent folders: built code is one folder deeper than the source. */
export function readBeside(file: string): string {
  // The loop ends at the root folder, which is its own parent.
  for (let folder = new URL('.', import.meta.url), below = ''; folder.href !== below; folder = new URL('..', folder)) {
    below = folder.href;
    try {
      return readFileSync(new URL(file, folder), 'utf8');
    } catch {
      // The file is not in this folder, so the parent folder is next.
    }
  }
  throw new Error(`The ${file} of the suite is missing.`);
}
