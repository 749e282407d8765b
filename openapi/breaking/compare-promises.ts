import { itemsOf, nodesOf } from '../reader/json.ts';
import { responsePropertiesOf } from '../reader/list-properties.ts';
import type { Contract } from '../reader/read-contract.ts';
import { type Change, recordChanges } from './record-changes.ts';

/** Compares the status of each problem, the responses to unrouted requests, and the effect of each event in each state. */
export function comparePromises(before: Contract, after: Contract, changes: Change[]): void {
  compareTold(problemsOf(before), problemsOf(after), 'x-problems', changes);
  compareTold(unroutedOf(before), unroutedOf(after), 'x-unrouted-answers', changes);
  const known = new Set(shownFields(before));
  compareTold(transitionsOf(before), transitionsOf(after, known), 'x-lifecycle', changes);
  const record = recordChanges(changes, 'x-lifecycle', 'service');
  for (const [name, events] of newlyChanged(before, after)) record.harmless(name, `is new, and changes by ${events.join(', ')}`);
}

const shownFields = ({ document, operations }: Contract): string[] =>
  operations.flatMap((operation) => responsePropertiesOf(document, operation).map(({ name }) => name));

/** Lists new response fields that events change, with the events. Nothing breaks, but the server must start to set them. */
export function newlyChanged(before: Contract, after: Contract): [name: string, events: string[]][] {
  const known = new Set(shownFields(before));
  const found = new Map<string, Set<string>>();
  for (const { transitions } of after.lifecycles)
    for (const { event, node } of transitions)
      for (const name of itemsOf(node.changes).map(String))
        if (!known.has(name)) found.set(name, (found.get(name) ?? new Set()).add(event));
  return [...found].map(([name, events]) => [name, [...events]]);
}

function compareTold(before: Map<string, string>, after: Map<string, string>, where: string, changes: Change[]): void {
  const record = recordChanges(changes, where, 'service');
  for (const [name, was] of before) {
    const is = after.get(name);
    if (is === undefined) record.breaking(name, 'is gone');
    else if (is !== was) record.breaking(name, `was ${was}, is ${is}`);
  }
  for (const name of after.keys()) if (!before.has(name)) record.harmless(name, 'is new');
}

/** Describes each problem by its code and its status: clients react to the code or, if they do not know it, to the status. */
function problemsOf({ problems }: Contract): Map<string, string> {
  return new Map(problems.map(({ code, status }) => [code, `status ${status}`]));
}

/** Describes the responses to unrouted requests: statuses, headers and media types. The body is always a problem. */
function unroutedOf({ document }: Contract): Map<string, string> {
  const parts = nodesOf(document['x-unrouted-answers']).flatMap(([status, { headers, content }]) => [
    status,
    ...nodesOf(headers).map(([name]) => `header ${name.toLowerCase()} of ${status}`),
    ...nodesOf(content).map(([type]) => `${type} of ${status}`),
  ]);
  return new Map(parts.map((part) => [part, '']));
}

/** Describes initial and final states, and each event's effect in each state. Omits changes to fields not in `known`. */
function transitionsOf({ lifecycles }: Contract, known?: ReadonlySet<string>): Map<string, string> {
  const told = new Map<string, string>();
  for (const { initial, terminal, transitions } of lifecycles) {
    told.set('initial', initial);
    told.set('terminal', terminal.toSorted().join(', '));
    for (const { event, from, to, problem, callback, node } of transitions) {
      const changed = itemsOf(node.changes)
        .map(String)
        .sort()
        .filter((name) => known === undefined || known.has(name));
      const effect = { to, status: node.status, problem, callback, ...(changed.length > 0 && { changes: changed }) };
      for (const state of from.toSorted())
        told.set(`${event} in ${state}`, to === undefined ? 'impossible' : JSON.stringify(effect));
    }
  }
  return told;
}
