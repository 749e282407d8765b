import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRefusals } from '../derive/refusals.ts';
import { deriveUnchanged } from '../derive/unchanged.ts';

export const mediaTypeCases: DeclareCases = (contract) => [
  ...deriveRefusals(contract, 'submitReceipt', 'media-type'),
  ...deriveUnchanged(contract, 'media-type'),
];
