import type { DeclareCases } from '../../src/case/case.ts';
import { deriveOddNames } from '../derive/requests/odd-names.ts';

export const oddNamesCases: DeclareCases = (contract) => deriveOddNames(contract, 'fetchPayment');
