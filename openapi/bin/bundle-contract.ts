/**
 * Writes a contract of several files as one JSON document for other rooms: `bundle-contract.ts CONTRACT OUT`. Exit 1 when it
 * cannot be read.
 */
import { writeFileSync } from 'node:fs';
import { bundleContract } from '../reader/bundle-contract.ts';

const [contract = '', out = ''] = process.argv.slice(2);
try {
  writeFileSync(out, JSON.stringify(bundleContract(contract)));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
