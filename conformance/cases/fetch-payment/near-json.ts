import type { DeclareCases } from '../../src/case/case.ts';
import { deriveNearJson } from '../derive/requests/near-json.ts';

export const nearJsonCases: DeclareCases = (contract) => deriveNearJson(contract, 'fetchPayment');
