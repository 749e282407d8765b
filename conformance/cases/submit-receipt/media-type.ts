import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRefusals } from '../derive/refusals.ts';

export const mediaTypeCases: DeclareCases = (contract) => deriveRefusals(contract, 'submitReceipt', 'media-type');
