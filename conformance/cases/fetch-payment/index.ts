import type { CaseFolder } from '../../src/case/case.ts';
import { answerCases } from './answer.ts';
import { bodyCases } from './body.ts';
import { keptCases } from './kept.ts';
import { oddCases } from './odd.ts';

export const fetchPayment: CaseFolder = {
  answer: answerCases,
  body: bodyCases,
  kept: keptCases,
  odd: oddCases,
};
