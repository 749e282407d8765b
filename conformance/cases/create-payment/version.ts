import type { DeclareCases } from '../../src/case/case.ts';
import { deriveVersion } from '../derive/responses/versions.ts';

export const versionCases: DeclareCases = (contract) => deriveVersion(contract, 'createPayment');
