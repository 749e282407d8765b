import type { Admit, Authenticate, OperationId } from '@payment-invoice/stubs';
import type { MakeCounter } from '../rates/counter.ts';
import { createLimiter, keyOfAddress, type Limiter, limitNames, limitTable, type RateLimits } from '../rates/rate-limits.ts';
import { type FindPrincipal, type Principal, requireScope } from './authenticate.ts';

/** Lets requests in by their token, the token's scopes, and the account's rate. */
export interface Guard {
  authenticate: Authenticate<Principal>;
  admit: Admit<Principal>;
  /** Counts a call about one invoice, after its body is read. @throws ProblemError rate_limited */
  admitForInvoice: (operationId: OperationId, accountId: string, invoiceId: string) => Promise<void>;
}

/** Makes a guard that checks in the contract's order: authentication (401), scope (403), rate (429). */
export function createGuard(findPrincipal: FindPrincipal, limits: RateLimits, makeCounter: MakeCounter): Guard {
  /** Makes the limiters for every operation that has a limit of one kind: per account, per invoice or per address. */
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
      // A token sent under another security scheme does not count.
      const principal = scheme === 'bearerAuth' ? await findPrincipal(token) : undefined;
      // Limits only requests without a valid token. Otherwise other clients behind the same address could lock an account out.
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
