import type { CaseFolder } from '../../src/case/case.ts';
import { meanwhileCases } from './meanwhile.ts';
import { outageCases } from './outage.ts';
import { pairedCases } from './paired.ts';
import { restartedCases } from './restarted.ts';

export const journeys: CaseFolder = {
  paired: pairedCases,
  restarted: restartedCases,
  meanwhile: meanwhileCases,
  outage: outageCases,
};
