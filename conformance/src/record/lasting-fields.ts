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

/** A field that is the same at every read, and its requirement. */
export interface LastingField {
  field: string;
  requirement: Requirement;
  /** True if it is null until something happens, and the same from then on. */
  isOnceSet: boolean;
}

/**
 * Returns the fields that must be the same at every read: those marked `x-lasting`, and those that repeat what the create sent.
 */
export function lastingFields(contract: Contract): LastingField[] {
  const { response, responsePointer } = operationById(contract, 'fetchPayment');
  return Object.entries(response.properties ?? {}).flatMap(([field, schema]) => {
    const { 'x-lasting': lasting } = schema;
    if (lasting === undefined && echoOf(field, schema)?.operation !== 'createPayment') return [];
    return [
      {
        field,
        isOnceSet: lasting === 'once-set',
        requirement: fieldRequirement(contract, schema, `${responsePointer}/properties/${pointed(field)}`),
      },
    ];
  });
}

/** Lists the response fields that no event changes, neither directly nor through a relation to a changed field. */
export function stayingFields({ lifecycle }: Contract, { response }: Operation): string[] {
  const changed = new Set(['status', ...lifecycle.transitions.flatMap(({ changes }) => changes ?? [])]);
  const following = relationsOf(response).filter(
    ({ is, field, less, plus, fields = [], when = {} }) =>
      ['equal', 'sum', 'set', 'unset'].includes(is) &&
      [field, less, plus, ...fields, ...Object.keys(when)].some((name) => name !== undefined && changed.has(name)),
  );
  const others = new Set([...changed, ...following.map(({ property }) => property)]);
  return Object.keys(response.properties ?? {}).filter((name) => !others.has(name));
}
