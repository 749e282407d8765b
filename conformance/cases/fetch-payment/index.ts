import type { CaseFolder } from '../../src/case/case.ts';
import { answerCases } from './answer.ts';
import { asCreatedCases } from './as-created.ts';
import { bodyCases } from './body.ts';
import { foundCases } from './found.ts';
import { keptCases } from './kept.ts';
import { oddCases } from './odd.ts';
import { otherNamesCases } from './other-names.ts';
import { otherParametersCases } from './other-parameters.ts';

export const fetchPayment: CaseFolder = {
  answer: answerCases,
  'as-created': asCreatedCases,
  body: bodyCases,
  found: foundCases,
  kept: keptCases,
  odd: oddCases,
  'other-names': otherNamesCases,
  'other-parameters': otherParametersCases,
};
