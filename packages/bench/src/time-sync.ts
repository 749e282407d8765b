import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { median } from './median.ts';

/** Measures how many milliseconds the disk takes to write 16 KB durably to a file in the folder: the median of 200 times. */
export function timeSync(folder: string): number {
  const file = openSync(join(folder, 'sync'), 'w');
  const bytes = Buffer.alloc(16 * 1024);
  const times: number[] = [];
  for (let i = 0; i < 200; i++) {
    const begin = performance.now();
    writeSync(file, bytes);
    fsyncSync(file);
    times.push(performance.now() - begin);
  }
  closeSync(file);
  return median(times);
}
