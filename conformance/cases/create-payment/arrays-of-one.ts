import type { DeclareCases } from '../../src/case/case.ts';
import { deriveArraysOfOne } from '../derive/requests/arrays-of-one.ts';

export const arraysOfOneCases: DeclareCases = (contract) => [deriveArraysOfOne(contract, 'createPayment')];
