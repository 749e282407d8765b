import { existsSync, mkdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes the complete file or nothing, so that a reader of `file` sees the old page or the new one, never part of one. Sets exit
 * code 2 when it cannot be written.
 */
export function writeWhole(file: string, text: string): void {
  const half = `${file}.${process.pid}.part`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    try {
      writeFileSync(half, text);
      renameSync(half, file);
    } finally {
      // Does nothing after the rename. It is only a cleanup, so it must not hide why the write failed.
      if (existsSync(half)) unlinkSync(half);
    }
  } catch (error) {
    process.exitCode = 2;
    throw new Error(`Could not write ${file}: ${(error as Error).message}. Name a place that can be written with --out.`);
  }
}
