import type { CaseFolder } from '../../src/case/case.ts';
import { acceptIgnoredCases } from './accept-ignored.ts';
import { authorizationTwiceCases } from './authorization-twice.ts';
import { chunkedCases } from './chunked.ts';
import { createPaymentCases } from './create-payment.ts';
import { everyMemberNamedCases } from './every-member-named.ts';
import { fetchPaymentCases } from './fetch-payment.ts';
import { inTwoPiecesCases } from './in-two-pieces.ts';
import { malformedCases } from './malformed.ts';
import { nearPathsCases } from './near-paths.ts';
import { noMediaTypeCases } from './no-media-type.ts';
import { noSecretToldCases } from './no-secret-told.ts';
import { noTokenCases } from './no-token.ts';
import { noTokenToldCases } from './no-token-told.ts';
import { oddHeadersCases } from './odd-headers.ts';
import { orderCases } from './order.ts';
import { otherHeadersCases } from './other-headers.ts';
import { otherMethodCases } from './other-method.ts';
import { otherTypesCases } from './other-types.ts';
import { problemPageCases } from './problem-page.ts';
import { queryCases } from './query.ts';
import { refusalCases } from './refusal.ts';
import { requestIdDistinctCases } from './request-id-distinct.ts';
import { statusCases } from './status.ts';
import { storeAwayCases } from './store-away.ts';
import { storeUnavailableCases } from './store-unavailable.ts';
import { submitReceiptCases } from './submit-receipt.ts';
import { tooLargeCases } from './too-large.ts';
import { unknownInvoiceCases } from './unknown-invoice.ts';
import { unknownPathCases } from './unknown-path.ts';
import { versionCases } from './version.ts';

export const answers: CaseFolder = {
  'accept-ignored': acceptIgnoredCases,
  'authorization-twice': authorizationTwiceCases,
  'create-payment': createPaymentCases,
  'every-member-named': everyMemberNamedCases,
  'fetch-payment': fetchPaymentCases,
  malformed: malformedCases,
  'no-media-type': noMediaTypeCases,
  'no-secret-told': noSecretToldCases,
  'no-token': noTokenCases,
  'no-token-told': noTokenToldCases,
  'odd-headers': oddHeadersCases,
  order: orderCases,
  'other-method': otherMethodCases,
  'problem-page': problemPageCases,
  query: queryCases,
  refusal: refusalCases,
  'request-id-distinct': requestIdDistinctCases,
  status: statusCases,
  'store-away': storeAwayCases,
  'store-unavailable': storeUnavailableCases,
  'submit-receipt': submitReceiptCases,
  'too-large': tooLargeCases,
  'unknown-invoice': unknownInvoiceCases,
  'unknown-path': unknownPathCases,
  version: versionCases,
  'near-paths': nearPathsCases,
  chunked: chunkedCases,
  'in-two-pieces': inTwoPiecesCases,
  'other-headers': otherHeadersCases,
  'other-types': otherTypesCases,
};
