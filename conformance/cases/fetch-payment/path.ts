import type { DeclareCases } from '../../src/case/case.ts';
import { derivePath } from '../derive/path.ts';

export const pathCases: DeclareCases = (contract) => derivePath(contract, 'fetchPayment');
