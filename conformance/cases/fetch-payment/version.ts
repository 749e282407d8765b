import type { DeclareCases } from '../../src/case/case.ts';
import { deriveVersion } from '../derive/versions.ts';

/** v1 of fetch-payment grows by addition only. */
export const versionCases: DeclareCases = (contract) => [...deriveVersion(contract, 'fetchPayment')];
