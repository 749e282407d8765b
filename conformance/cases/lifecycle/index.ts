import type { CaseFolder } from '../../src/case/case.ts';
import { expiredCases } from './expired.ts';
import { failedCases } from './failed.ts';
import { notAsIssuedCases } from './not-as-issued.ts';
import { paidCases } from './paid.ts';
import { pendingCases } from './pending.ts';
import { refusedAgainCases } from './refused-again.ts';
import { repeatedCases } from './repeated.ts';
import { sumsCases } from './sums.ts';
import { underPaidCases } from './under-paid.ts';

export const lifecycle: CaseFolder = {
  expired: expiredCases,
  failed: failedCases,
  'not-as-issued': notAsIssuedCases,
  paid: paidCases,
  pending: pendingCases,
  'refused-again': refusedAgainCases,
  repeated: repeatedCases,
  sums: sumsCases,
  'under-paid': underPaidCases,
};
