import type { CaseFolder } from '../../src/case/case.ts';
import { answerCases } from './answer.ts';
import { asCreatedCases } from './as-created.ts';
import { authenticationCases } from './authentication.ts';
import { bodyCases } from './body.ts';
import { fetchedAfterCases } from './fetched-after.ts';
import { mediaTypeCases } from './media-type.ts';
import { methodCases } from './method.ts';
import { newestCases } from './newest.ts';
import { oddCases } from './odd.ts';
import { orderCases } from './order.ts';
import { ownershipCases } from './ownership.ts';
import { scopesCases } from './scopes.ts';

export const submitReceipt: CaseFolder = {
  answer: answerCases,
  'as-created': asCreatedCases,
  authentication: authenticationCases,
  body: bodyCases,
  'fetched-after': fetchedAfterCases,
  'media-type': mediaTypeCases,
  method: methodCases,
  newest: newestCases,
  odd: oddCases,
  order: orderCases,
  ownership: ownershipCases,
  scopes: scopesCases,
};
