import type { CaseFolder } from '../../src/case/case.ts';
import { acceptIgnoredCases } from './accept-ignored.ts';
import { nearPathsCases } from './near-paths.ts';
import { noSecretToldCases } from './no-secret-told.ts';
import { oddHeadersCases } from './odd-headers.ts';
import { otherHeadersCases } from './other-headers.ts';
import { problemPageCases } from './problem-page.ts';
import { refusedCases } from './refused.ts';
import { statusCases } from './status.ts';
import { storeAwayCases } from './store-away.ts';
import { versionCases } from './version.ts';

export const answers: CaseFolder = {
  'accept-ignored': acceptIgnoredCases,
  'no-secret-told': noSecretToldCases,
  'odd-headers': oddHeadersCases,
  'problem-page': problemPageCases,
  refused: refusedCases,
  status: statusCases,
  'store-away': storeAwayCases,
  version: versionCases,
  'near-paths': nearPathsCases,
  'other-headers': otherHeadersCases,
};
