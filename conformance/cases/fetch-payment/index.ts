import type { CaseFolder } from '../../src/case/case.ts';
import { answerCases } from './answer.ts';
import { arraysOfOneCases } from './arrays-of-one.ts';
import { asCreatedCases } from './as-created.ts';
import { authenticationCases } from './authentication.ts';
import { bodyCases } from './body.ts';
import { echoCases } from './echo.ts';
import { foundCases } from './found.ts';
import { keptCases } from './kept.ts';
import { mediaTypeCases } from './media-type.ts';
import { methodCases } from './method.ts';
import { nearJsonCases } from './near-json.ts';
import { oddCases } from './odd.ts';
import { oddNamesCases } from './odd-names.ts';
import { otherNamesCases } from './other-names.ts';
import { otherParametersCases } from './other-parameters.ts';
import { ownershipCases } from './ownership.ts';
import { pathCases } from './path.ts';
import { problemCases } from './problem.ts';
import { propertyCases } from './property.ts';
import { rateLimitCases } from './rate-limit.ts';
import { requiredElsewhereCases } from './required-elsewhere.ts';
import { scopesCases } from './scopes.ts';
import { versionCases } from './version.ts';

export const fetchPayment: CaseFolder = {
  answer: answerCases,
  'arrays-of-one': arraysOfOneCases,
  'as-created': asCreatedCases,
  authentication: authenticationCases,
  body: bodyCases,
  echo: echoCases,
  found: foundCases,
  kept: keptCases,
  'media-type': mediaTypeCases,
  method: methodCases,
  'near-json': nearJsonCases,
  odd: oddCases,
  'odd-names': oddNamesCases,
  'other-names': otherNamesCases,
  'other-parameters': otherParametersCases,
  ownership: ownershipCases,
  path: pathCases,
  problem: problemCases,
  property: propertyCases,
  'rate-limit': rateLimitCases,
  'required-elsewhere': requiredElsewhereCases,
  scopes: scopesCases,
  version: versionCases,
};
