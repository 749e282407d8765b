/**
 * Bundles a contract and the files that it refers to into one JSON file: `bundle-contract.ts CONTRACT OUT`. Other packages run
 * this command instead of importing the reader. Prints `payments` if the contract is the payment invoice contract, otherwise
 * `others`. Exit 1 when the contract cannot be read.
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
