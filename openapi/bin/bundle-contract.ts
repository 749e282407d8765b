/**
 * Writes a contract of several files as one JSON document, for other rooms: `bundle-contract.ts CONTRACT OUT`. Prints
 * `payments` for our contract and `others` for any other. Exit 1 when the contract cannot be read.
 */
import { writeFileSync } from 'node:fs';
import { isOfPayments, readContract } from '../reader/read-contract.ts';
import { bundleContract } from '../reader/run-redocly.ts';

const [contract = '', out = ''] = process.argv.slice(2);
try {
  const document = bundleContract(contract);
  writeFileSync(out, JSON.stringify(document));
  process.stdout.write(isOfPayments(readContract(document)) ? 'payments' : 'others');
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
