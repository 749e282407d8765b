import type { CaseFolder } from '../../src/case/case.ts';
import { pairedCases } from './paired.ts';
import { restartedCases } from './restarted.ts';

export const journeys: CaseFolder = { paired: pairedCases, restarted: restartedCases };
