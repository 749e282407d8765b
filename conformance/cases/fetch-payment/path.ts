import type { DeclareCases } from '../../src/case/case.ts';
import { derivePath } from '../derive/path.ts';

/** The path of fetch-payment. */
export const pathCases: DeclareCases = (contract) => [...derivePath(contract, 'fetchPayment')];
