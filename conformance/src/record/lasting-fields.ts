import { type Contract, echoOf, fieldRequirement, operationById, type Requirement } from '../contract/contract.ts';
import { pointed } from '../contract/follow-reference.ts';

/** A field that is the same at every read, and the requirement that says so. */
export interface LastingField {
  field: string;
  requirement: Requirement;
}

/** Returns the fields that the contract says are the same at every read (`x-lasting`), and those that repeat what create was sent. */
export function lastingFields(contract: Contract): LastingField[] {
  const { response, responsePointer } = operationById(contract, 'fetchPayment');
  return Object.entries(response.properties ?? {}).flatMap(([field, schema]) => {
    if (schema['x-lasting'] !== true && !echoOf(field, schema)) return [];
    return [{ field, requirement: fieldRequirement(contract, schema, `${responsePointer}/properties/${pointed(field)}`) }];
  });
}
