import type { Case } from '../../../src/case/case.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { deriveRefusedTypes } from './refused-types.ts';

/** Values of other types that languages without strict types take for a value of this one. */
const resembling: Record<string, unknown[]> = {
  number: ['12', '', '1e1', '0x0c', '+12', ' 12 ', '12,50', '12.34 USD', '\u0661\u0662', { value: 12 }],
  boolean: [0, 1, '', '0', '1', 'false', 'True', 'yes', 'on'],
};

/** Values that stand for nothing in some languages, in place of a text that may be absent. */
const nothing = [0, false];

/** Derives the case that a value which only converts to the type of a field is refused. */
export const deriveLooseTypes = (contract: Contract, operationId: string): Case =>
  deriveRefusedTypes(contract, operationId, {
    id: 'loose-types',
    title: 'a value that only converts to the type of its field',
    valuesOf: (_field, { type }, right) =>
      typeof type === 'string' ? (resembling[type] ?? (right === undefined ? nothing : [])) : [],
  });
