import {
  type Contract,
  echoOf,
  fieldRequirement,
  type Operation,
  operationById,
  type Requirement,
} from '../contract/contract.ts';
import { pointed } from '../contract/follow-reference.ts';
import { relationsOf } from '../contract/relations.ts';

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

/** Lists the fields of a response that no event changes: neither by itself, nor because it follows from one that an event changes. */
export function stayingFields({ lifecycle }: Contract, { response }: Operation): string[] {
  const changed = new Set(['status', ...lifecycle.transitions.flatMap(({ changes }) => changes ?? [])]);
  const following = relationsOf(response).filter(
    ({ is, field, less, fields = [], when = {} }) =>
      ['equal', 'sum', 'set', 'unset'].includes(is) &&
      [field, less, ...fields, ...Object.keys(when)].some((name) => name !== undefined && changed.has(name)),
  );
  const others = new Set([...changed, ...following.map(({ property }) => property)]);
  return Object.keys(response.properties ?? {}).filter((name) => !others.has(name));
}
