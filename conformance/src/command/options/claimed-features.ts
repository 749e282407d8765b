import type { Contract } from '../../contract/contract.ts';
import type { Options } from './parse-options.ts';
import { UsageError } from './usage-error.ts';

/**
 * Returns the features of the profile, or those that were named.
 * @throws UsageError
 */
export function claimedFeatures(contract: Contract, { profile, features }: Pick<Options, 'profile' | 'features'>): string[] {
  const known = [...contract.features.keys()];
  const unknown = features.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new UsageError(`The contract has no feature "${unknown}". Features: ${known.join(', ')}.`);
  return profile === 'full' ? known : features;
}
