import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../errors/start-error.ts';

/** Creates the directory and its parents, for this user only. Throws a StartError if it cannot be created or written to. */
export function prepareDirectory(directory: string): void {
  try {
    makeDirectory(directory);
    if (!statSync(directory).isDirectory()) throw new Error('a file is in its place');
    accessSync(directory, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `The data directory ${directory} cannot be used: ${reasonOf(error as NodeJS.ErrnoException)}. Set DATA_DIR to a directory that can be written.`,
      { cause: error },
    );
  }
}

/** Makes the directory and its parents. mkdir's `recursive` retries forever where no directory can be made, such as in /proc. */
function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(directory) === directory) throw error;
    makeDirectory(dirname(directory));
    mkdirSync(directory, { mode: 0o700 });
  }
}

function reasonOf({ code = '', message }: NodeJS.ErrnoException): string {
  if (code === 'ENOTDIR') return 'a file is in its place';
  if (/^(EACCES|EPERM|EROFS)$/.test(code)) return 'it cannot be written';
  return code === 'ENOENT' ? 'it cannot be made there' : message;
}
