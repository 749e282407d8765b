import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRefusals } from '../derive/refusals.ts';

/** Media types of a submit-receipt body. */
export const mediaTypeCases: DeclareCases = (contract) => [...deriveRefusals(contract, 'submitReceipt', 'media-type')];
