import type { CaseFolder } from '../../src/case/case.ts';
import { meanwhileCases } from './meanwhile.ts';
import { outageCases } from './outage.ts';
import { pairedCases } from './paired.ts';
import { restartedCases } from './restarted.ts';

export const journeys: CaseFolder = {
  paired: pairedCases,
  meanwhile: meanwhileCases,
  // Cases that restart the server come last, because a server that has just started is slow to call back.
  outage: outageCases,
  restarted: restartedCases,
};
