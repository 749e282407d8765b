import type { CaseFolder } from '../../src/case/case.ts';
import { eventsCases } from './events.ts';
import { givenUpCases } from './given-up.ts';
import { goneCases } from './gone.ts';
import { pausesCases } from './pauses.ts';
import { retriesCases } from './retries.ts';
import { secretRotatedCases } from './secret-rotated.ts';
import { twoPartsCases } from './two-parts.ts';

export const callbacks: CaseFolder = {
  events: eventsCases,
  'given-up': givenUpCases,
  gone: goneCases,
  pauses: pausesCases,
  retries: retriesCases,
  'secret-rotated': secretRotatedCases,
  'two-parts': twoPartsCases,
};
