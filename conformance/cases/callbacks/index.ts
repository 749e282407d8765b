import type { CaseFolder } from '../../src/case/case.ts';
import { asGivenCases } from './as-given.ts';
import { expiredCases } from './expired.ts';
import { failedCases } from './failed.ts';
import { givenUpCases } from './given-up.ts';
import { goneCases } from './gone.ts';
import { insideCases } from './inside.ts';
import { notOtherwiseCases } from './not-otherwise.ts';
import { otherAccountCases } from './other-account.ts';
import { overPaidCases } from './over-paid.ts';
import { pausesCases } from './pauses.ts';
import { retriesCases } from './retries.ts';
import { secondPartCases } from './second-part.ts';
import { secretRotatedCases } from './secret-rotated.ts';
import { twoPartsCases } from './two-parts.ts';

export const callbacks: CaseFolder = {
  'as-given': asGivenCases,
  expired: expiredCases,
  failed: failedCases,
  'given-up': givenUpCases,
  gone: goneCases,
  inside: insideCases,
  'not-otherwise': notOtherwiseCases,
  'other-account': otherAccountCases,
  'over-paid': overPaidCases,
  pauses: pausesCases,
  retries: retriesCases,
  'second-part': secondPartCases,
  'secret-rotated': secretRotatedCases,
  'two-parts': twoPartsCases,
};
