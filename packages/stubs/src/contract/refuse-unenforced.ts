import type { Contract } from './load-contract.ts';

/** An operation with its path and the credentials that it requires. */
export interface GuardedOperation {
  operationId: string;
  path: string;
  security: readonly Readonly<Record<string, readonly string[]>>[];
}

/** Returns whether a scheme's token is sent as `Authorization: Bearer`, which includes OAuth 2 and OpenID Connect. */
export const isBearer = ({ type, scheme }: Contract['components']['securitySchemes'][string]): boolean =>
  (type === 'http' && scheme?.toLowerCase() === 'bearer') || type === 'oauth2' || type === 'openIdConnect';

/**
 * Checks that the contract asks only for what the stubs enforce.
 * @throws Error for a scheme other than a bearer token or a key in a header, and for an operation without security
 */
export function refuseUnenforced(contract: Contract, operations: readonly GuardedOperation[]): void {
  for (const [name, scheme] of Object.entries(contract.components.securitySchemes)) {
    if (!isBearer(scheme) && !(scheme.type === 'apiKey' && scheme.in === 'header'))
      throw new Error(`The security scheme ${name} is neither a bearer token nor a key in a header.`);
  }
  for (const { operationId, security } of operations) {
    const guarded = security.length > 0 && security.every((requirement) => Object.keys(requirement).length > 0);
    if (!guarded) throw new Error(`The operation ${operationId} can be asked without a token.`);
  }
}
