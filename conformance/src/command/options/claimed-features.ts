import type { Contract } from '../../contract/contract.ts';
import { cutText, showUnseen } from '../../text/encode-output.ts';
import type { Options } from './parse-options.ts';
import { UsageError } from './usage-error.ts';

/**
 * Returns the features of the profile, or those that the user named.
 * @throws UsageError where the contract lacks one of them
 */
export function claimedFeatures(contract: Contract, { profile, features }: Pick<Options, 'profile' | 'features'>): string[] {
  const known = [...contract.features.keys()];
  const unknown = features.find((name) => !known.includes(name));
  // The name may come from a replayed report, which anybody may have written, so it is escaped.
  if (unknown !== undefined)
    throw new UsageError(`The contract has no feature "${cutText(showUnseen(unknown), 100)}". Features: ${known.join(', ')}.`);
  return profile === 'full' ? known : features;
}
