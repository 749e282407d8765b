import type { CaseFolder } from '../../src/case/case.ts';
import { answerCases } from './answer.ts';
import { authenticationCases } from './authentication.ts';
import { bodyCases } from './body.ts';
import { callbackCases } from './callback.ts';
import { echoCases } from './echo.ts';
import { idempotencyCases } from './idempotency.ts';
import { mediaTypeCases } from './media-type.ts';
import { methodCases } from './method.ts';
import { problemCases } from './problem.ts';
import { propertyCases } from './property.ts';
import { rateLimitCases } from './rate-limit.ts';
import { scopesCases } from './scopes.ts';
import { valuesCases } from './values.ts';
import { versionCases } from './version.ts';

export const createPayment: CaseFolder = {
  answer: answerCases,
  authentication: authenticationCases,
  body: bodyCases,
  callback: callbackCases,
  echo: echoCases,
  idempotency: idempotencyCases,
  'media-type': mediaTypeCases,
  method: methodCases,
  problem: problemCases,
  property: propertyCases,
  'rate-limit': rateLimitCases,
  scopes: scopesCases,
  values: valuesCases,
  version: versionCases,
};
