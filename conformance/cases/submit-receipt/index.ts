import type { CaseFolder } from '../../src/case/case.ts';
import { asCreatedCases } from './as-created.ts';
import { fetchedAfterCases } from './fetched-after.ts';
import { oddCases } from './odd.ts';
import { orderCases } from './order.ts';
import { refusedCases } from './refused.ts';

export const submitReceipt: CaseFolder = {
  'as-created': asCreatedCases,
  refused: refusedCases,
  'fetched-after': fetchedAfterCases,
  odd: oddCases,
  order: orderCases,
};
