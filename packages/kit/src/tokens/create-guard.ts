import type { Admit, Authenticate, OperationId } from '@payment-invoice/stubs';
import type { MakeCounter } from '../rates/counter.ts';
import { createLimiter, keyOfAddress, type Limiter, limitNames, limitTable, type RateLimits } from '../rates/rate-limits.ts';
import { type FindPrincipal, type Principal, requireScope } from './authenticate.ts';

/** Admits requests by their token, the token's scopes, and the account's rate. */
export interface Guard {
  authenticate: Authenticate<Principal>;
  admit: Admit<Principal>;
  /**
   * Counts a request about one invoice, once its body is read.
   * @throws ProblemError rate_limited
   */
  admitForInvoice: (operationId: OperationId, accountId: string, invoiceId: string) => Promise<void>;
}

/** Makes a guard that checks in the order of the contract: authentication (401), scope (403), rate (429). */
export function createGuard(findPrincipal: FindPrincipal, limits: RateLimits, makeCounter: MakeCounter): Guard {
  /** Makes the limiters of one kind (per account, per invoice, per address) for the operations that have such a limit. */
  const limitersPer = (whom: string) =>
    new Map<string | undefined, Limiter>(
      limitNames
        .filter((name) => limitTable[name].per === whom)
        .map((name) => [limitTable[name].operation, createLimiter(name, limits[name], limitTable[name].seconds, makeCounter)]),
    );
  const ofAccount = limitersPer('account');
  const ofInvoice = limitersPer('invoice');
  const ofAddress = [...limitersPer('address').values()];
  return {
    authenticate: async (token, { remoteAddress, scheme }) => {
      // Ignores a token that came under another security scheme.
      const principal = scheme === 'bearerAuth' ? await findPrincipal(token) : undefined;
      // Limits only requests without a valid token: otherwise other clients behind the same address could lock an account out.
      for (const limiter of principal ? [] : ofAddress) await limiter.take(keyOfAddress(remoteAddress));
      return principal;
    },
    admit: (principal, operationId, { scopes }) => {
      requireScope(principal, scopes);
      return ofAccount.get(operationId)?.take(principal.accountId);
    },
    admitForInvoice: async (operationId, accountId, invoiceId) => {
      await ofInvoice.get(operationId)?.take(`${accountId} ${invoiceId}`);
    },
  };
}
