import type { Domain } from '../src/subject/domain.ts';
import { facts } from './facts.ts';
import { settle } from './pay.ts';
import { submitBaseline } from './receipts.ts';
import { causes, ways } from './ways.ts';

/** All that the suite knows about payments. */
export const payments: Domain = {
  ...facts,
  causes,
  ways,
  settle,
  // A receipt can be repeated only after it was counted.
  later: ['receipt-repeated'],
  baselines: { submitReceipt: submitBaseline },
};
