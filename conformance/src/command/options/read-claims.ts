import { loadContract } from '../../../payments/load-contract.ts';
import type { Contract } from '../../contract/contract.ts';
import { cutText, showUnseen } from '../../text/encode-output.ts';
import type { Options } from './parse-options.ts';
import { describeUnread, UsageError } from './usage-error.ts';

/**
 * Returns all features for the profile `full`, and otherwise those that the user named.
 * @throws UsageError if the user named a feature that the contract does not have
 */
export function claimedFeatures(contract: Contract, { profile, features }: Pick<Options, 'profile' | 'features'>): string[] {
  const known = [...contract.features.keys()];
  const unknown = features.find((name) => !known.includes(name));
  // Escapes the name, because it may come from a report that anybody may have written.
  if (unknown !== undefined)
    throw new UsageError(`The contract has no feature "${cutText(showUnseen(unknown), 100)}". Features: ${known.join(', ')}.`);
  return profile === 'full' ? known : features;
}

/** Loads the contract at this path. Default: the suite's own. @throws UsageError if the file cannot be read as a contract */
export function readContractFile(path?: string): Contract {
  try {
    return loadContract(path);
  } catch (error) {
    const which = path === undefined ? 'The contract beside the suite, openapi.yaml,' : `--contract ${path}`;
    throw new UsageError(`${which} cannot be read as a contract: ${describeUnread(error as Error)}.`);
  }
}
