import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Names the programs that are missing from the PATH; undefined when all are there. */
export function findMissing(...needs: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const missing = needs.filter((name) => !folders.some((folder) => isProgram(join(folder, name))));
  return missing.length > 0 ? `${missing.join(', ')} not on the PATH` : undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
