import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demandFiles } from './demand-files.ts';
import type { Node } from './json.ts';
import { runRedocly } from './run-redocly.ts';

/** Runs Redocly to bundle the files of a contract into one document. @throws Error with a sentence where a file cannot be read */
export function bundleContract(contract: string): Node {
  demandFiles(contract, readFileSync(contract, 'utf8'));
  const scratch = mkdtempSync(join(tmpdir(), 'payment-invoice-bundle-'));
  try {
    const bundled = join(scratch, 'contract.json');
    runRedocly(`Redocly could not read the contract ${contract}:`, 'bundle', contract, '--output', bundled);
    return JSON.parse(readFileSync(bundled, 'utf8'));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
