import type { CaseFolder } from '../../src/case/case.ts';
import { answerCases } from './answer.ts';
import { asCreatedCases } from './as-created.ts';
import { authenticationCases } from './authentication.ts';
import { bodyCases } from './body.ts';
import { fetchedAfterCases } from './fetched-after.ts';
import { mediaTypeCases } from './media-type.ts';
import { methodCases } from './method.ts';
import { nearJsonCases } from './near-json.ts';
import { newestCases } from './newest.ts';
import { oddCases } from './odd.ts';
import { oddNamesCases } from './odd-names.ts';
import { orderCases } from './order.ts';
import { ownershipCases } from './ownership.ts';
import { pathCases } from './path.ts';
import { problemCases } from './problem.ts';
import { propertyCases } from './property.ts';
import { rateLimitCases } from './rate-limit.ts';
import { requiredElsewhereCases } from './required-elsewhere.ts';
import { scopesCases } from './scopes.ts';
import { versionCases } from './version.ts';

export const submitReceipt: CaseFolder = {
  answer: answerCases,
  'as-created': asCreatedCases,
  authentication: authenticationCases,
  body: bodyCases,
  'fetched-after': fetchedAfterCases,
  'media-type': mediaTypeCases,
  method: methodCases,
  'near-json': nearJsonCases,
  newest: newestCases,
  odd: oddCases,
  'odd-names': oddNamesCases,
  order: orderCases,
  ownership: ownershipCases,
  path: pathCases,
  problem: problemCases,
  property: propertyCases,
  'rate-limit': rateLimitCases,
  'required-elsewhere': requiredElsewhereCases,
  scopes: scopesCases,
  version: versionCases,
};
