import type { Case } from '../../../src/case/case.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { knownCallbackUrl, knownReturnUrl } from '../../play/create-with.ts';
import { deriveRefusedTypes } from './refused-types.ts';

/** Right values of the fields that the smallest body leaves out. */
const known: Record<string, unknown> = { isWhiteLabel: true, callbackUrl: knownCallbackUrl, returnUrl: knownReturnUrl };

/** Wraps a right value as some clients write it and some readers unwrap it. */
const wrapped = (field: string, value: unknown): unknown[] => [
  [value],
  [value, value],
  ...['id', 'value', field].map((name) => ({ [name]: value })),
];

/** Derives the case that a right value inside an array is not taken for the value: some readers of JSON unwrap it. */
export const deriveArraysOfOne = (contract: Contract, operationId: string): Case =>
  deriveRefusedTypes(contract, operationId, {
    id: 'arrays-of-one',
    title: 'the right value of a field inside an array or an object',
    valuesOf: (field, _schema, right) => wrapped(field, right ?? known[field]),
  });
