import type { Fault } from '../faults/fault.ts';
import { requirementById } from '../src/contract/contract.ts';
import { loadContract } from '../src/contract/load-contract.ts';
import type { Variant } from '../variants/variant.ts';

const contract = loadContract();

/** Lists the features that a server claims; for a fault, by default the feature of the requirement that it breaks. */
export function featuresOf(server: Fault | Variant): string[] {
  if (server.features) return [...server.features];
  const feature = 'breaks' in server ? requirementById(contract, server.breaks).feature : undefined;
  return feature === undefined ? [] : [feature];
}
