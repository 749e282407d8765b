import {
  type Contract,
  echoOf,
  fieldRequirement,
  operationById,
  type Requirement,
  requirementsOf,
} from '../contract/contract.ts';

/** A field that is the same at every read, and the requirement that says so. */
export interface LastingField {
  field: string;
  requirement: Requirement;
}

/** Returns the fields that the contract says are the same at every read, and those that repeat what create was sent. */
export function lastingFields(contract: Contract): LastingField[] {
  const { response, responsePointer } = operationById(contract, 'fetchPayment');
  return Object.entries(response.properties ?? {}).flatMap(([field, schema]) => {
    const stated = requirementsOf(contract, schema).some(({ text }) => text.includes('the same at every read'));
    if (!stated && !echoOf(field, schema)) return [];
    return [{ field, requirement: fieldRequirement(contract, schema, `${responsePointer}/properties/${field}`) }];
  });
}
