import type { Admit, Authenticate, OperationId } from '@payment-invoice/stubs';
import type { FindPrincipal, Principal } from '../tokens/authenticate.ts';
import { requireScope } from '../tokens/scopes.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import type { RateLimits } from './rate-limits.ts';

/** Lets requests in by their token, its scopes, and the rate of its account. */
export interface Guard {
  authenticate: Authenticate<Principal>;
  admit: Admit<Principal>;
  /** Counts a submit to one invoice, once its body is read. @throws ProblemError rate_limited */
  admitSubmit: (accountId: string, invoiceId: string) => Promise<void>;
}

/** Checks in the order of the contract: authentication 401, scope 403, rate 429. */
export function createGuard(findPrincipal: FindPrincipal, limits: RateLimits): Guard {
  const ofOperation: Readonly<Record<OperationId, Limiter>> = {
    createPayment: createLimiter('create', 'creates', limits.create),
    submitReceipt: createLimiter('submit', 'submits', limits.submit),
    fetchPayment: createLimiter('fetch', 'fetches', limits.fetch),
  };
  const ofInvoice = createLimiter('submit-invoice', 'submits to one invoice', limits.submitPerInvoice);
  const ofAddress = createLimiter('authentication', 'failed authentications', limits.failedAuthentications);
  return {
    authenticate: async (token, { remoteAddress = 'unknown' }) => {
      const principal = await findPrincipal(token);
      // A right token is let in: one guesser must not lock out those who share an address with it.
      if (principal) return principal;
      if (limits.failedAuthentications > 0) {
        await ofAddress.refuseSpent(remoteAddress);
        await ofAddress.count(remoteAddress);
      }
      return undefined;
    },
    admit: (principal, operationId) => {
      requireScope(principal, operationId);
      return ofOperation[operationId].take(principal.accountId);
    },
    admitSubmit: async (accountId, invoiceId) => {
      await ofInvoice.take(`${accountId} ${invoiceId}`);
    },
  };
}
