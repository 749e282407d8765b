import { featuresOf } from '../contract/claimed-schema.ts';
import { type Contract, type Operation, requirementById } from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import { pointed } from '../contract/follow-reference.ts';
import { operationAt } from '../contract/operation-at.ts';
import { breachOf, type Relation, relationsOf } from '../contract/relations.ts';
import { type Exchange, isSuccess, responseObject } from '../http/exchange.ts';
import type { Finding } from '../outcome/finding.ts';
import { makeFinding } from '../outcome/make-finding.ts';
import { firstOfEach } from './first-of-each.ts';

const ofContract = new WeakMap<Contract, Map<Operation, Relation[]>>();

/** Judges what the fields of each success owe one another (`x-relations`). */
export function checkRelations(contract: Contract, features: ReadonlySet<string>, exchanges: readonly Exchange[]): Finding[] {
  const rules =
    ofContract.get(contract) ?? new Map(contract.operations.map((operation) => [operation, relationsOf(operation.response)]));
  ofContract.set(contract, rules);
  const isClaimed = ({ requirement }: Relation): boolean =>
    featuresOf(requirementById(contract, requirement)).every((feature) => features.has(feature));
  return firstOfEach(
    exchanges.flatMap((exchange) => {
      const operation = operationAt(contract, exchange.request);
      const object = exchange.answer && isSuccess(exchange.answer) ? responseObject(exchange.answer) : undefined;
      if (!operation || !object) return [];
      return (rules.get(operation) ?? []).filter(isClaimed).flatMap((relation) => {
        const expected = breachOf(relation, object);
        if (expected === undefined) return [];
        const { property, field = '', fields = [], when = {} } = relation;
        const others = [property, field, ...fields, ...Object.keys(when)].filter((name) => Object.hasOwn(object, name));
        return makeFinding(contract, relation.requirement, {
          member: property,
          pointer: `${operation.responsePointer}/properties/${pointed(property)}`,
          expected,
          received: others.map((name) => `${name}: ${showValue(object[name])}`).join(', '),
          exchanges: [exchange],
        });
      });
    }),
  );
}
