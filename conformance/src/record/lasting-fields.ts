import { compareField } from '../checks/compare-field.ts';
import {
  type Contract,
  echoOf,
  fieldRequirement,
  type Operation,
  operationById,
  type Requirement,
  requirementById,
} from '../contract/contract.ts';
import { pointed } from '../contract/follow-reference.ts';
import { relationsOf } from '../contract/relations.ts';
import { groupBy } from '../group-by.ts';
import type { Finding } from '../outcome/finding.ts';
import { firstOfEach } from './first-of-each.ts';
import type { Shown } from './shown-invoices.ts';

/** A field that is the same at every read, and its requirement. */
export interface LastingField {
  field: string;
  requirement: Requirement;
  /** True if it is null until something happens, and then never changes again. */
  isOnceSet: boolean;
}

/** Returns the fields that must be the same at every read: those with `x-lasting`, and those that repeat what the create sent. */
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

/** Lists the response fields that no event changes, directly or through a relation to a changed field. */
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

/** Checks that every response shows an invoice's unchanging fields as the first response did. */
export function checkLasting(contract: Contract, features: ReadonlySet<string>, shown: readonly Shown[]): Finding[] {
  const findings: Finding[] = [];
  const lasting = lastingFields(contract);
  for (const all of groupBy(shown, ({ invoice }) => invoice.id).values()) {
    const [first, ...later] = all;
    if (first === undefined) continue;
    for (const { field, requirement } of lasting.filter(({ isOnceSet }) => isOnceSet)) {
      // A replay, or a read at the same time, may still show null.
      const [set, ...after] = all.filter(({ invoice }) => (invoice[field] ?? null) !== null);
      for (const { operation, exchange } of after)
        if (set) findings.push(...compareField(operation, requirement, field, set.exchange, exchange));
    }
    for (const { operation, exchange, invoice } of later) {
      for (const { field, requirement } of lasting.filter(({ isOnceSet }) => !isOnceSet))
        findings.push(...compareField(operation, requirement, field, first.exchange, exchange));
      // Without the feature lifecycle, a deployment may show a settled invoice on another page.
      if (!features.has('lifecycle') && invoice.status !== first.invoice.status) continue;
      const asCreated = requirementById(contract, 'fetch-reads-what-was-created');
      findings.push(...compareField(operation, asCreated, 'paymentUrl', first.exchange, exchange));
    }
  }
  return firstOfEach(findings);
}
