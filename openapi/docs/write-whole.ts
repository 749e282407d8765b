import { existsSync, mkdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file in one step, so that readers never see only a part of it. If writing fails, sets exit code 2 and throws. */
export function writeWhole(file: string, text: string): void {
  const half = `${file}.${process.pid}.part`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    try {
      writeFileSync(half, text);
      renameSync(half, file);
    } finally {
      // After a rename there is no partial file to delete, and an error from deleting it would hide the original error.
      if (existsSync(half)) unlinkSync(half);
    }
  } catch (error) {
    process.exitCode = 2;
    throw new Error(`Could not write ${file}: ${(error as Error).message}. Name a place that can be written with --out.`);
  }
}
