import { isClaimed } from '../contract/claimed-schema.ts';
import { compileSchema } from '../contract/compile-schema.ts';
import {
  type Contract,
  findAbout,
  type Operation,
  type Requirement,
  requirementById,
  requirementsOf,
} from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import { schemaAt } from '../contract/follow-path.ts';
import { operationAt } from '../contract/operation-at.ts';
import { breachOf, crossRulesOf, relationsOf } from '../contract/relations.ts';
import { type Exchange, isSuccess, responseObject } from '../http/exchange.ts';
import { onceFor } from '../once-for.ts';
import { broken, type Finding } from '../outcome/finding.ts';
import { firstOfEach } from './first-of-each.ts';

/** A rule about several fields of a response, expressed by keywords of its schema. */
interface ResponseRule {
  keywords: string[];
  requirement: Requirement;
  breach(object: Readonly<Record<string, unknown>>): string | undefined;
  /** The fields that a finding shows. The finding is about the first field. */
  fields: string[];
}

/** Lists the rules about several fields of a successful response, one for each keyword. `then` and `else` belong to `if`. */
export function responseRules(contract: Contract, operation: Operation): ResponseRule[] {
  const { response } = operation;
  const { then, else: otherwise, ...rules } = crossRulesOf(response);
  const named = Object.keys(response.properties ?? {});
  return Object.entries(rules).flatMap(([keyword, value]) => {
    const own = Object.entries({ [keyword]: value, ...(keyword === 'if' && { then, else: otherwise }) });
    const schema = Object.fromEntries(own.filter(([, stated]) => stated !== undefined));
    const keywords = Object.keys(schema);
    const stated = requirementsOf(contract, response).find((one) => one.keywords?.some((word) => keywords.includes(word)));
    const requirement = stated ?? findAbout(operation, 'success');
    const keeps = compileSchema(schema);
    const text = JSON.stringify(schema);
    const breach = (object: object): string | undefined =>
      keeps(object) ? undefined : `fields as ${keywords.join(' and ')} say`;
    return requirement ? [{ keywords, requirement, breach, fields: named.filter((name) => text.includes(`"${name}"`)) }] : [];
  });
}

const rulesOf = onceFor((operation: Operation, contract: Contract) => ({
  relations: relationsOf(operation.response),
  keywords: responseRules(contract, operation),
}));

/** Checks each successful response against the rules about several fields, from `x-relations` and from the schema's keywords. */
export function checkRelations(contract: Contract, features: ReadonlySet<string>, exchanges: readonly Exchange[]): Finding[] {
  return firstOfEach(
    exchanges.flatMap((exchange) => {
      const operation = operationAt(contract, exchange.request);
      const object = exchange.answer && isSuccess(exchange.answer) ? responseObject(exchange.answer) : undefined;
      if (!operation || !object) return [];
      const find = (requirement: Requirement, expected: string | undefined, named: string[]): Finding[] => {
        if (expected === undefined || !isClaimed(contract, requirement.id, features)) return [];
        const shown = [...new Set(named.map((name) => name.split('/')[0] ?? ''))].filter((name) => Object.hasOwn(object, name));
        const [member] = named;
        return broken(contract, requirement.id, {
          ...(member !== undefined && { member }),
          pointer: operation.responsePointer + (member === undefined ? '' : schemaAt(operation.response, member).pointer),
          expected,
          received: shown.map((name) => `${name}: ${showValue(object[name])}`).join(', '),
          exchanges: [exchange],
        });
      };
      const { relations, keywords } = rulesOf(operation, contract);
      return [
        ...relations.flatMap((relation) => {
          const { property, field, less, plus, fields = [], when = {} } = relation;
          const named = [property, field, less, plus, ...fields, ...Object.keys(when)].flatMap((name) => name ?? []);
          return find(requirementById(contract, relation.requirement), breachOf(relation, object), named);
        }),
        ...keywords.flatMap(({ requirement, breach, fields }) => find(requirement, breach(object), fields)),
      ];
    }),
  );
}
