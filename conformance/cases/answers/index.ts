import type { CaseFolder } from '../../src/case/case.ts';
import { acceptIgnoredCases } from './accept-ignored.ts';
import { authorizationTwiceCases } from './authorization-twice.ts';
import { chunkedCases } from './chunked.ts';
import { everyMemberNamedCases } from './every-member-named.ts';
import { inTwoPiecesCases } from './in-two-pieces.ts';
import { nearPathsCases } from './near-paths.ts';
import { noSecretToldCases } from './no-secret-told.ts';
import { noTokenToldCases } from './no-token-told.ts';
import { oddHeadersCases } from './odd-headers.ts';
import { otherHeadersCases } from './other-headers.ts';
import { otherTypesCases } from './other-types.ts';
import { problemPageCases } from './problem-page.ts';
import { queryCases } from './query.ts';
import { refusalCases } from './refusal.ts';
import { refusedCases } from './refused.ts';
import { requestIdDistinctCases } from './request-id-distinct.ts';
import { statusCases } from './status.ts';
import { storeAwayCases } from './store-away.ts';
import { storeUnavailableCases } from './store-unavailable.ts';
import { versionCases } from './version.ts';

export const answers: CaseFolder = {
  'accept-ignored': acceptIgnoredCases,
  'authorization-twice': authorizationTwiceCases,
  'every-member-named': everyMemberNamedCases,
  refused: refusedCases,
  'no-secret-told': noSecretToldCases,
  'no-token-told': noTokenToldCases,
  'odd-headers': oddHeadersCases,
  'problem-page': problemPageCases,
  query: queryCases,
  refusal: refusalCases,
  'request-id-distinct': requestIdDistinctCases,
  status: statusCases,
  'store-away': storeAwayCases,
  'store-unavailable': storeUnavailableCases,
  version: versionCases,
  'near-paths': nearPathsCases,
  chunked: chunkedCases,
  'in-two-pieces': inTwoPiecesCases,
  'other-headers': otherHeadersCases,
  'other-types': otherTypesCases,
};
