/**
 * Prints, as a JSON array, the ids of the statements that neither a written nor a derived fault breaks, so that nothing proves
 * that their cases can fail. Exits with 0 if there are none, and with 1 otherwise.
 */
import { writtenFaults } from '../faults/index.ts';
import { listUnproven } from '../faults/unproven.ts';
import { loadContract } from '../payments/load-contract.ts';

const unproven = listUnproven(loadContract(), writtenFaults);
process.stdout.write(`${JSON.stringify(unproven)}\n`);
process.exitCode = unproven.length > 0 ? 1 : 0;
