/**
 * Prints a JSON array with the ids of the statements that no written or derived fault breaks. Nothing proves that the cases of
 * these statements can fail. Exits with 0 if the array is empty, and with 1 otherwise.
 */
import { writtenFaults } from '../faults/index.ts';
import { listUnproven } from '../faults/unproven.ts';
import { loadContract } from '../payments/load-contract.ts';

const unproven = listUnproven(loadContract(), writtenFaults);
process.stdout.write(`${JSON.stringify(unproven)}\n`);
process.exitCode = unproven.length > 0 ? 1 : 0;
