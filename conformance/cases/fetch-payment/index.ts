import type { CaseFolder } from '../../src/case/case.ts';
import { answerCases } from './answer.ts';
import { asCreatedCases } from './as-created.ts';
import { bodyCases } from './body.ts';
import { keptCases } from './kept.ts';
import { oddCases } from './odd.ts';
import { otherParametersCases } from './other-parameters.ts';

export const fetchPayment: CaseFolder = {
  answer: answerCases,
  'as-created': asCreatedCases,
  body: bodyCases,
  kept: keptCases,
  odd: oddCases,
  'other-parameters': otherParametersCases,
};
