import type { CaseFolder } from '../../src/case/case.ts';
import { expiredCases } from './expired.ts';
import { failedCases } from './failed.ts';
import { insideCases } from './inside.ts';
import { notOtherwiseCases } from './not-otherwise.ts';
import { overPaidCases } from './over-paid.ts';
import { retriesCases } from './retries.ts';
import { secondPartCases } from './second-part.ts';
import { secretRotatedCases } from './secret-rotated.ts';
import { twoPartsCases } from './two-parts.ts';

export const callbacks: CaseFolder = {
  expired: expiredCases,
  failed: failedCases,
  inside: insideCases,
  'not-otherwise': notOtherwiseCases,
  'over-paid': overPaidCases,
  retries: retriesCases,
  'second-part': secondPartCases,
  'secret-rotated': secretRotatedCases,
  'two-parts': twoPartsCases,
};
