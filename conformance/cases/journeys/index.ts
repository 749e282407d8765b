import type { CaseFolder } from '../../src/case/case.ts';
import { pairedCases } from './paired.ts';

export const journeys: CaseFolder = { paired: pairedCases };
