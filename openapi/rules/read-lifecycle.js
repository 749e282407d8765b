import { entriesOf, isObject, itemsOf } from './json.js';
import { listOperations } from './list-operations.js';
import { listRequirements } from './list-requirements.js';

/**
 * @typedef {object} Lifecycle
 * @property {Record<string, any>} declared `x-lifecycle` itself
 * @property {import('./define-rule.js').Place} at where it stands
 * @property {string} schema name of the schema that carries it
 * @property {string[]} states the schema's enum
 * @property {Map<string, any>} events
 * @property {{ transition: Record<string, any>, at: import('./define-rule.js').Place }[]} transitions
 * @property {Map<string, import('./list-operations.js').Operation>} operations those under paths, by operationId
 * @property {Set<string>} members what a transition can change: members of the schemas that have such a status
 * @property {Set<string>} requirements ids of the whole document
 */

/**
 * Every schema with an `x-lifecycle`, and what else of the document a lifecycle speaks about.
 * @param {import('./define-rule.js').Contract} contract
 * @returns {Lifecycle[]}
 */
export function readLifecycles(contract) {
  const schemas = entriesOf(contract.components?.schemas);
  return schemas
    .filter(([, schema]) => isObject(schema?.['x-lifecycle']))
    .map(([name, schema]) => {
      const declared = schema['x-lifecycle'];
      const at = ['components', 'schemas', name, 'x-lifecycle'];
      const carriers = schemas.filter(([, carrier]) =>
        entriesOf(carrier?.properties).some(([, member]) => member?.$ref === `#/components/schemas/${name}`),
      );
      return {
        declared,
        at,
        schema: name,
        states: itemsOf(schema.enum),
        events: new Map(entriesOf(declared.events)),
        transitions: itemsOf(declared.transitions).map((transition, index) => ({
          transition: isObject(transition) ? transition : {},
          at: [...at, 'transitions', index],
        })),
        operations: new Map(listOperations(contract).map((found) => [found.operation.operationId, found])),
        members: new Set(carriers.flatMap(([, carrier]) => Object.keys(carrier.properties))),
        requirements: new Set(listRequirements(contract).map(({ requirement }) => requirement.id)),
      };
    });
}

/**
 * The state after a transition from a state: `same` is the state itself.
 * @param {Record<string, any>} transition
 * @param {string} from
 */
export function stateAfter(transition, from) {
  return transition.to === 'same' ? from : transition.to;
}
