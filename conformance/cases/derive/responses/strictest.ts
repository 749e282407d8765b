import type { Requirement } from '../../../src/contract/contract.ts';

/** Returns the requirement that a success breaks: what core only advises, a feature may demand. */
export function strictest(advised: Requirement, demanded: Requirement | undefined, features: ReadonlySet<string>): Requirement {
  return demanded?.feature !== undefined && features.has(demanded.feature) ? demanded : advised;
}
