import type { Case } from '../src/case/case.ts';
import type { Contract } from '../src/contract/contract.ts';
import { arrivalCases } from './callbacks/arrival.ts';
import { eventCases } from './callbacks/events.ts';
import { retryCases } from './callbacks/retries.ts';
import { echoCases } from './create-payment/echo.ts';
import { identityCases } from './create-payment/identity.ts';
import { optionalMemberCases } from './create-payment/optional-members.ts';
import { otherValueCases } from './create-payment/other-values.ts';
import { answerCases } from './derived/answers.ts';
import { refusalCases } from './derived/refusals.ts';
import { answerHeaderCases, answerMeaningCases } from './features/answers.ts';
import { orderCases } from './features/checks-in-order.ts';
import { idempotencyCases } from './features/idempotency.ts';
import { invoiceFormatCases } from './features/invoice-format.ts';
import { lawfulRequestCases } from './features/lawful-requests.ts';
import { outageCases } from './features/outages.ts';
import { ownershipCases } from './features/ownership.ts';
import { rateLimitCases } from './features/rate-limits.ts';
import { secretCases } from './features/secrets.ts';
import { statusCodeCases } from './features/status-codes.ts';
import { tokenCases } from './features/tokens.ts';
import { urlRuleCases } from './features/url-rules.ts';
import { valueCases } from './features/values.ts';
import { versioningCases } from './features/versioning.ts';
import { asCreatedCases } from './fetch-payment/as-created.ts';
import { laterCases } from './fetch-payment/later.ts';
import { notAsIssuedCases } from './lifecycle/not-as-issued.ts';
import { refusedAgainCases } from './lifecycle/refused-again.ts';
import { submitOrderCases } from './lifecycle/submit-order.ts';
import { sumCases } from './lifecycle/sums.ts';
import { transitionCases } from './lifecycle/transitions.ts';
import { lawfulCreateCases } from './properties/lawful-creates.ts';
import { wrongMemberCases } from './properties/wrong-members.ts';
import { fetchedAfterCases } from './submit-receipt/fetched-after.ts';
import { sameInvoiceCases } from './submit-receipt/same-invoice.ts';
import { withoutTokenCases } from './submit-receipt/without-token.ts';

/** Every case of the suite: first what is derived for each operation of the contract, then what is declared by hand. */
export function allCases(contract: Contract): Case[] {
  return [
    ...contract.operations.flatMap((operation) => [
      ...answerCases(contract, operation),
      ...refusalCases(contract, operation),
      ...wrongMemberCases(contract, operation),
    ]),
    ...lawfulCreateCases(contract),
    ...echoCases(contract),
    ...otherValueCases(contract),
    ...optionalMemberCases(contract),
    ...identityCases(contract),
    ...asCreatedCases(contract),
    ...sameInvoiceCases(contract),
    ...fetchedAfterCases(contract),
    ...withoutTokenCases(contract),
    ...statusCodeCases(contract),
    ...answerHeaderCases(contract),
    ...answerMeaningCases(contract),
    ...orderCases(contract),
    ...lawfulRequestCases(contract),
    ...valueCases(contract),
    ...invoiceFormatCases(contract),
    ...ownershipCases(contract),
    ...idempotencyCases(contract),
    ...tokenCases(contract),
    ...rateLimitCases(contract),
    ...outageCases(contract),
    ...versioningCases(contract),
    ...secretCases(contract),
    ...urlRuleCases(contract),
    ...laterCases(contract),
    ...submitOrderCases(contract),
    ...arrivalCases(contract),
    ...eventCases(contract),
    ...retryCases(contract),
    ...transitionCases(contract),
    ...sumCases(contract),
    ...refusedAgainCases(contract),
    ...notAsIssuedCases(contract),
  ];
}
