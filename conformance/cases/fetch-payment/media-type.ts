import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRefusals } from '../derive/refusals.ts';

/** Media types of a fetch-payment body. */
export const mediaTypeCases: DeclareCases = (contract) => [...deriveRefusals(contract, 'fetchPayment', 'media-type')];
