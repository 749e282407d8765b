import type { CaseFolder } from '../../src/case/case.ts';
import { atExpiryCases } from './at-expiry.ts';
import { boundsCases } from './bounds.ts';
import { notAsIssuedCases } from './not-as-issued.ts';
import { pendingCases } from './pending.ts';
import { refusedReceiptsCases } from './refused-receipts.ts';
import { repeatedCases } from './repeated.ts';
import { sumsCases } from './sums.ts';
import { untilExpiryCases } from './until-expiry.ts';

export const lifecycle: CaseFolder = {
  'at-expiry': atExpiryCases,
  bounds: boundsCases,
  'not-as-issued': notAsIssuedCases,
  pending: pendingCases,
  'refused-receipts': refusedReceiptsCases,
  repeated: repeatedCases,
  sums: sumsCases,
  'until-expiry': untilExpiryCases,
};
