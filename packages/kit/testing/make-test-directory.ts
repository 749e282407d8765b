import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a folder. It is deleted when the test ends. */
export function makeTestDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'payment-invoice-kit-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
