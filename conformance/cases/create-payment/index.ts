import type { CaseFolder } from '../../src/case/case.ts';
import { alikeCases } from './alike.ts';
import { answerCases } from './answer.ts';
import { bodyCases } from './body.ts';
import { callbackCases } from './callback.ts';
import { callbackAddressesCases } from './callback-addresses.ts';
import { idempotencyCases } from './idempotency.ts';
import { oddCases } from './odd.ts';
import { propertyCases } from './property.ts';
import { returnUrlCases } from './return-url.ts';

export const createPayment: CaseFolder = {
  alike: alikeCases,
  answer: answerCases,
  body: bodyCases,
  callback: callbackCases,
  'callback-addresses': callbackAddressesCases,
  idempotency: idempotencyCases,
  odd: oddCases,
  property: propertyCases,
  'return-url': returnUrlCases,
};
