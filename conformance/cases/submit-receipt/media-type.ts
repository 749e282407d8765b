import type { DeclareCases } from '../../src/case/case.ts';
import { deriveUnchanged } from '../derive/lifecycle/unchanged.ts';
import { deriveRefusals } from '../derive/refusals/refusals.ts';

export const mediaTypeCases: DeclareCases = (contract) => [
  ...deriveRefusals(contract, 'submitReceipt', 'media-type'),
  ...deriveUnchanged(contract, 'media-type'),
];
