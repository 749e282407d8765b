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
      // There is a partial file only after a failure. Deleting a missing file would throw, and hide the original error.
      if (existsSync(half)) unlinkSync(half);
    }
  } catch (error) {
    process.exitCode = 2;
    throw new Error(`Could not write ${file}: ${(error as Error).message}. Name a place that can be written with --out.`);
  }
}
