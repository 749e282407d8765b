import type { CaseFolder } from '../../src/case/case.ts';
import { acceptIgnoredCases } from './accept-ignored.ts';
import { everyMemberNamedCases } from './every-member-named.ts';
import { inPiecesCases } from './in-pieces.ts';
import { nearPathsCases } from './near-paths.ts';
import { noSecretToldCases } from './no-secret-told.ts';
import { oddHeadersCases } from './odd-headers.ts';
import { otherHeadersCases } from './other-headers.ts';
import { problemPageCases } from './problem-page.ts';
import { queryCases } from './query.ts';
import { refusedCases } from './refused.ts';
import { statusCases } from './status.ts';
import { storeAwayCases } from './store-away.ts';
import { versionCases } from './version.ts';

export const answers: CaseFolder = {
  'accept-ignored': acceptIgnoredCases,
  'every-member-named': everyMemberNamedCases,
  'no-secret-told': noSecretToldCases,
  'odd-headers': oddHeadersCases,
  'problem-page': problemPageCases,
  query: queryCases,
  refused: refusedCases,
  status: statusCases,
  'store-away': storeAwayCases,
  version: versionCases,
  'near-paths': nearPathsCases,
  'in-pieces': inPiecesCases,
  'other-headers': otherHeadersCases,
};
