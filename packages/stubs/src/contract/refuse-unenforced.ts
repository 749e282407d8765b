import type { Contract } from './load-contract.ts';

/** An operation with its path and the tokens it asks for. */
export interface GuardedOperation {
  operationId: string;
  path: string;
  security: readonly Readonly<Record<string, readonly string[]>>[];
}

/** @throws Error when the contract asks for something that is not enforced: a scheme other than bearer, or an open operation */
export function refuseUnenforced(contract: Contract, operations: readonly GuardedOperation[]): void {
  for (const [name, scheme] of Object.entries(contract.components.securitySchemes)) {
    if (scheme.type !== 'http' || scheme.scheme !== 'bearer') throw new Error(`The security scheme ${name} is not HTTP bearer.`);
  }
  for (const { operationId, security } of operations) {
    const guarded = security.length > 0 && security.every((requirement) => Object.keys(requirement).length > 0);
    if (!guarded) throw new Error(`The operation ${operationId} can be asked without a token.`);
  }
}
