import { entriesOf, isNode, itemsOf, type Node, nodesOf, type Place, textOf } from './json.ts';
import type { Operation } from './list-operations.ts';

/** An `x-lifecycle` and the schema that carries it. */
export interface Lifecycle {
  /** Name of the schema, the status. */
  schema: string;
  /** Values of the schema's enum. */
  states: string[];
  initial: string;
  terminal: string[];
  events: Map<string, Node[string]>;
  transitions: Transition[];
  /** Features of the states that belong to one, by state. */
  stateFeatures: Map<string, string>;
  /** Properties that a transition can change: those of the schemas that have such a status. */
  properties: Set<string>;
  node: Node;
  at: Place;
}

/** An entry of `transitions`; one that is impossible has no `to`. */
export interface Transition {
  event: string;
  from: string[];
  to: string | undefined;
  problem: string | undefined;
  callback: string | undefined;
  node: Node;
  at: Place;
}

/** Lists every `x-lifecycle`; a right contract has one. */
export function listLifecycles(document: Node): Lifecycle[] {
  const schemas = nodesOf(document.components?.schemas);
  return schemas
    .filter(([, schema]) => isNode(schema['x-lifecycle']))
    .map(([name, schema]) => {
      const node: Node = schema['x-lifecycle'];
      const at = ['components', 'schemas', name, 'x-lifecycle'];
      const carriers = schemas.filter(([, { properties }]) =>
        entriesOf(properties).some(([, property]) => property?.$ref === `#/components/schemas/${name}`),
      );
      return {
        schema: name,
        states: itemsOf(schema.enum),
        initial: node.initial,
        terminal: itemsOf(node.terminal),
        events: new Map(entriesOf(node.events)),
        transitions: itemsOf(node.transitions).map((entry, index) => readTransition(entry, [...at, 'transitions', index])),
        stateFeatures: new Map(entriesOf(node.states).map(([state, facts]) => [state, textOf(facts?.['x-feature'])])),
        properties: new Set(carriers.flatMap(([, { properties }]) => Object.keys(properties))),
        node,
        at,
      };
    });
}

function readTransition(entry: unknown, at: Place): Transition {
  const node = isNode(entry) ? entry : {};
  const { event, from, to, problem, callback } = node;
  return { event: textOf(event), from: itemsOf(from), to, problem, callback, node, at };
}

/** Returns the state after a transition from a state: `same` is the state itself. */
export function stateAfter({ to }: Transition, from: string): string | undefined {
  return to === 'same' ? from : to;
}

/** Returns the feature of an event: its own, or that of the operation that causes it; empty for one of every deployment. */
export function eventFeature({ events }: Lifecycle, operations: Operation[], event: string): string {
  const { 'x-feature': own, operation } = events.get(event) ?? {};
  return textOf(own) || (operations.find(({ id }) => id !== '' && id === operation)?.feature ?? '');
}
