import type { CaseFolder } from '../../src/case/case.ts';
import { alikeCases } from './alike.ts';
import { amountDigitsCases } from './amount-digits.ts';
import { answerCases } from './answer.ts';
import { arraysOfOneCases } from './arrays-of-one.ts';
import { atMidnightCases } from './at-midnight.ts';
import { authenticationCases } from './authentication.ts';
import { bodyCases } from './body.ts';
import { callbackCases } from './callback.ts';
import { callbackAddressesCases } from './callback-addresses.ts';
import { callbackPortsCases } from './callback-ports.ts';
import { echoCases } from './echo.ts';
import { idempotencyCases } from './idempotency.ts';
import { looseTypesCases } from './loose-types.ts';
import { mediaTypeCases } from './media-type.ts';
import { methodCases } from './method.ts';
import { nearJsonCases } from './near-json.ts';
import { notAUriCases } from './not-a-uri.ts';
import { oddCases } from './odd.ts';
import { oddNamesCases } from './odd-names.ts';
import { problemCases } from './problem.ts';
import { propertyCases } from './property.ts';
import { rateLimitCases } from './rate-limit.ts';
import { requiredElsewhereCases } from './required-elsewhere.ts';
import { returnUrlCases } from './return-url.ts';
import { scopesCases } from './scopes.ts';
import { valuesCases } from './values.ts';
import { versionCases } from './version.ts';

export const createPayment: CaseFolder = {
  alike: alikeCases,
  'amount-digits': amountDigitsCases,
  answer: answerCases,
  'arrays-of-one': arraysOfOneCases,
  'at-midnight': atMidnightCases,
  authentication: authenticationCases,
  body: bodyCases,
  callback: callbackCases,
  'callback-addresses': callbackAddressesCases,
  'callback-ports': callbackPortsCases,
  echo: echoCases,
  idempotency: idempotencyCases,
  'loose-types': looseTypesCases,
  'media-type': mediaTypeCases,
  method: methodCases,
  'near-json': nearJsonCases,
  'not-a-uri': notAUriCases,
  odd: oddCases,
  'odd-names': oddNamesCases,
  problem: problemCases,
  property: propertyCases,
  'rate-limit': rateLimitCases,
  'required-elsewhere': requiredElsewhereCases,
  'return-url': returnUrlCases,
  scopes: scopesCases,
  values: valuesCases,
  version: versionCases,
};
