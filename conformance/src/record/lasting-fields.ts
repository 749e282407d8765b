import { compareField } from '../checks/compare-field.ts';
import { isConditional } from '../contract/claimed-schema.ts';
import {
  type Contract,
  type Echo,
  echoOf,
  fieldRequirement,
  type Operation,
  type Requirement,
  requirementById,
  type Schema,
} from '../contract/contract.ts';
import { factsOf, ruleOf } from '../contract/domain.ts';
import { pointed } from '../contract/follow-reference.ts';
import { creatorOf, readerOf } from '../contract/main-object.ts';
import { relationsOf } from '../contract/relations.ts';
import { groupBy } from '../group-by.ts';
import type { Finding } from '../outcome/finding.ts';
import { firstOfEach } from './first-of-each.ts';
import type { Shown } from './shown-invoices.ts';

/** A field whose value must stay the same in all responses, and the requirement that says so. */
export interface LastingField {
  field: string;
  requirement: Requirement;
  /** True if the field is null at first, and must not change once it has a value. */
  isOnceSet: boolean;
}

/** Returns the fields that must stay the same: those with `x-lasting`, and those that repeat a value of the create request. */
export function lastingFields(contract: Contract): LastingField[] {
  const { response, responsePointer } = readerOf(contract);
  return Object.entries(response.properties ?? {}).flatMap(([field, schema]) => {
    const { 'x-lasting': lasting } = schema;
    const { operation, changedBy } = echoOf(field, schema) ?? {};
    if (lasting === undefined && (operation !== creatorOf(contract).id || changedBy !== undefined)) return [];
    const requirement = fieldRequirement(contract, schema, `${responsePointer}/properties/${pointed(field)}`);
    return [{ field, isOnceSet: lasting === 'once-set', requirement }];
  });
}

/**
 * Lists the response fields that no event changes, neither directly nor through a relation to a field that changes. Leaves out
 * fields that are present only in some states, and nullable fields for which nothing says whether they get a value later. Keeps
 * fields that another operation changes with its request (`changedBy`), because they stay the same in this operation.
 */
export function stayingFields({ lifecycle }: Contract, { id, response }: Operation): string[] {
  const changed = new Set(['status', ...lifecycle.transitions.flatMap(({ changes }) => changes ?? [])]);
  const following = relationsOf(response).filter(
    ({ is, field, less, plus, fields = [], when = {} }) =>
      ['equal', 'sum', 'set', 'unset'].includes(is) &&
      [field, less, plus, ...fields, ...Object.keys(when)].some((name) => name !== undefined && changed.has(name)),
  );
  const others = new Set([...changed, ...following.map(({ property }) => property)]);
  const isOpen = (schema: Schema): boolean =>
    [schema.type].flat().includes('null') && !('x-echoes' in schema) && !('x-lasting' in schema) && !('x-relations' in schema);
  const isElsewhere = ({ changedBy }: Partial<Echo> = {}): boolean => changedBy !== undefined && changedBy !== id;
  return Object.entries(response.properties ?? {}).flatMap(([name, schema]) =>
    (others.has(name) && !isElsewhere(echoOf(name, schema))) || isOpen(schema) || isConditional(response, name) ? [] : name,
  );
}

/** Checks that an invoice's lasting fields have the same values in every response as in the first. */
export function checkLasting(contract: Contract, features: ReadonlySet<string>, shown: readonly Shown[]): Finding[] {
  const findings: Finding[] = [];
  const lasting = lastingFields(contract);
  const { lasting: also } = factsOf(contract);
  for (const all of groupBy(shown, ({ invoice }) => invoice.id).values()) {
    const [first, ...later] = all;
    if (first === undefined) continue;
    for (const { field, requirement } of lasting.filter(({ isOnceSet }) => isOnceSet)) {
      // Ignores null, because a replay or a simultaneous read may still show null after another response has shown a value.
      const [set, ...after] = all.filter(({ invoice }) => (invoice[field] ?? null) !== null);
      for (const { operation, exchange } of after)
        if (set) findings.push(...compareField(operation, requirement, field, set.exchange, exchange));
    }
    for (const { operation, exchange, invoice } of later) {
      for (const { field, requirement } of lasting.filter(({ isOnceSet }) => !isOnceSet))
        findings.push(...compareField(operation, requirement, field, first.exchange, exchange));
      if (!features.has(also.feature) && invoice.status !== first.invoice.status) continue;
      const asCreated = requirementById(contract, ruleOf(contract, 'read-again'));
      findings.push(...compareField(operation, asCreated, also.field, first.exchange, exchange));
    }
  }
  return firstOfEach(findings);
}
