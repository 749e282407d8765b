import { existsSync, mkdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file in one step, so that a reader sees either the old text or the new text, never a part. Sets exit code 2
 * when the file cannot be written.
 */
export function writeWhole(file: string, text: string): void {
  const half = `${file}.${process.pid}.part`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    try {
      writeFileSync(half, text);
      renameSync(half, file);
    } finally {
      // After the rename there is nothing to remove. This is only a cleanup, so its failure must not hide why the write
      // failed.
      if (existsSync(half)) unlinkSync(half);
    }
  } catch (error) {
    process.exitCode = 2;
    throw new Error(`Could not write ${file}: ${(error as Error).message}. Name a place that can be written with --out.`);
  }
}
