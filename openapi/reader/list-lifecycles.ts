import { entriesOf, isNode, itemsOf, type Node, nodesOf, type Place, textOf } from './json.ts';
import type { Operation } from './list-operations.ts';

/** A lifecycle of the contract (`x-lifecycle`), and the schema that it belongs to. */
export interface Lifecycle {
  /** The name of the component schema that has the `x-lifecycle`, such as InvoiceStatus. */
  schema: string;
  /** The values of the schema's enum, which are the states. */
  states: string[];
  initial: string;
  terminal: string[];
  events: Map<string, Node[string]>;
  transitions: Transition[];
  /** The features of states, keyed by state. Contains only states that belong to a feature. */
  stateFeatures: Map<string, string>;
  /** The properties that a transition can change: all properties of each schema in which the status is a property. */
  properties: Set<string>;
  node: Node;
  at: Place;
}

/** An entry of `transitions`. `to` is undefined if the event cannot happen in the states of `from`. */
export interface Transition {
  event: string;
  from: string[];
  to: string | undefined;
  problem: string | undefined;
  callback: string | undefined;
  node: Node;
  at: Place;
}

/** Lists the lifecycles of the document. A valid contract has exactly one. */
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

/** Returns the state after a transition from the given state; the same state if `to` is `same`. */
export function stateAfter({ to }: Transition, from: string): string | undefined {
  return to === 'same' ? from : to;
}

/** Returns the feature of an event, or of the operation that causes it; empty when every deployment has the event. */
export function eventFeature({ events }: Lifecycle, operations: Operation[], event: string): string {
  const { 'x-feature': own, operation } = events.get(event) ?? {};
  return textOf(own) || (operations.find(({ id }) => id !== '' && id === operation)?.feature ?? '');
}
