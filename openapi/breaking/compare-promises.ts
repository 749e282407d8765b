import { nodesOf } from '../reader/json.ts';
import type { Contract } from '../reader/read-contract.ts';
import { type Change, recordChanges } from './record-changes.ts';

/**
 * Compares what the contract promises in its own extensions: the status of each problem, the responses to requests that match no
 * operation, and the effect of each event in each state.
 */
export function comparePromises(before: Contract, after: Contract, changes: Change[]): void {
  compareTold(problemsOf(before), problemsOf(after), 'x-problems', changes);
  compareTold(unroutedOf(before), unroutedOf(after), 'x-unrouted-answers', changes);
  compareTold(transitionsOf(before), transitionsOf(after), 'x-lifecycle', changes);
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

/**
 * Describes each problem by its code and its status, because clients decide by the code, or by the status when they do not know
 * the code.
 */
function problemsOf({ problems }: Contract): Map<string, string> {
  return new Map(problems.map(({ code, status }) => [code, `status ${status}`]));
}

/** Lists each status with its headers and media types. Leaves out the content, which is a problem as everywhere. */
function unroutedOf({ document }: Contract): Map<string, string> {
  const parts = nodesOf(document['x-unrouted-answers']).flatMap(([status, { headers, content }]) => [
    status,
    ...nodesOf(headers).map(([name]) => `header ${name.toLowerCase()} of ${status}`),
    ...nodesOf(content).map(([type]) => `${type} of ${status}`),
  ]);
  return new Map(parts.map((part) => [part, '']));
}

/** Describes the initial state, the final states and each event in each state, without prose and requirement ids. */
function transitionsOf({ lifecycles }: Contract): Map<string, string> {
  const told = new Map<string, string>();
  for (const { initial, terminal, transitions } of lifecycles) {
    told.set('initial', initial);
    told.set('terminal', sorted(terminal).join(', '));
    for (const { event, from, to, problem, callback, node } of transitions) {
      const effect = { to, status: node.status, problem, callback, changes: node.changes && sorted(node.changes) };
      for (const state of sorted(from))
        told.set(`${event} in ${state}`, to === undefined ? 'impossible' : JSON.stringify(effect));
    }
  }
  return told;
}

function sorted(names: readonly string[]): string[] {
  return names.toSorted();
}
