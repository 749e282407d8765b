import type { Admit, Authenticate, OperationId } from '@payment-invoice/stubs';
import type { MakeCounter } from '../rates/counter.ts';
import { createLimiter, keyOfAddress, type Limiter, limitNames, limitTable, type RateLimits } from '../rates/rate-limits.ts';
import { type FindPrincipal, type Principal, requireScope } from './authenticate.ts';

/** Decides whether to admit a request, based on its token, the token's scopes and the rate limits. */
export interface Guard {
  authenticate: Authenticate<Principal>;
  admit: Admit<Principal>;
  /**
   * Counts a request towards the rate limits of an invoice. Must be called after the invoice's id has been read from the body.
   * @throws ProblemError rate_limited
   */
  admitForInvoice: (operationId: OperationId, accountId: string, invoiceId: string) => Promise<void>;
}

/** Makes a guard that checks in the order of the contract: authentication (401), scope (403), rate limit (429). */
export function createGuard(findPrincipal: FindPrincipal, limits: RateLimits, makeCounter: MakeCounter): Guard {
  /** Makes the limiters per account, invoice or address. The key of each limiter is the operation whose requests it counts. */
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
      // Ignores a token that was sent under another security scheme.
      const principal = scheme === 'bearerAuth' ? await findPrincipal(token) : undefined;
      // Counts only requests without a valid token, so that other clients behind the same address cannot lock an account out.
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
