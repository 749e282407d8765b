import type { Contract } from '../../contract/contract.ts';
import { loadContract } from '../../contract/load-contract.ts';
import { describeUnread, UsageError } from './usage-error.ts';

/**
 * Loads the contract at this path, or the suite's own.
 * @throws UsageError where the file cannot be read as a contract
 */
export function readContractFile(path?: string): Contract {
  try {
    return loadContract(path);
  } catch (error) {
    const which = path === undefined ? 'The contract beside the suite, openapi.yaml,' : `--contract ${path}`;
    throw new UsageError(`${which} cannot be read as a contract: ${describeUnread(error as Error)}.`);
  }
}
