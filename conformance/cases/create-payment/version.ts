import type { DeclareCases } from '../../src/case/case.ts';
import { deriveVersion } from '../derive/versions.ts';

export const versionCases: DeclareCases = (contract) => deriveVersion(contract, 'createPayment');
