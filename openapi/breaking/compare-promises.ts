import { type Change, takeNotes } from './change.ts';
import { isNode, type Node, nodesOf } from './parse-contract.ts';

/**
 * Compares what the contract promises in extensions of its own: the status of each problem, what is answered where no operation
 * is, and what an event does in a state.
 */
export function comparePromises(before: Node, after: Node, changes: Change[]): void {
  compareTold(problemsOf(before), problemsOf(after), 'x-problems', changes);
  compareTold(unroutedOf(before), unroutedOf(after), 'x-unrouted-answers', changes);
  compareTold(transitionsOf(before), transitionsOf(after), 'x-lifecycle', changes);
}

function compareTold(before: Map<string, string>, after: Map<string, string>, where: string, changes: Change[]): void {
  const notes = takeNotes(changes, where, 'service');
  for (const [name, was] of before) {
    const is = after.get(name);
    if (is === undefined) notes.breaking(name, 'is gone');
    else if (is !== was) notes.breaking(name, `was ${was}, is ${is}`);
  }
  for (const name of after.keys()) if (!before.has(name)) notes.harmless(name, 'is new');
}

/** Clients decide by the code, and by the status where they do not know the code. */
function problemsOf(contract: Node): Map<string, string> {
  return new Map(nodesOf(contract['x-problems']).map(([code, { status }]) => [code, `status ${status}`]));
}

/** Each status with its headers and media types; what they hold is a problem as everywhere. */
function unroutedOf(contract: Node): Map<string, string> {
  const parts = nodesOf(contract['x-unrouted-answers']).flatMap(([status, { headers, content }]) => [
    status,
    ...nodesOf(headers).map(([name]) => `header ${name.toLowerCase()} of ${status}`),
    ...nodesOf(content).map(([type]) => `${type} of ${status}`),
  ]);
  return new Map(parts.map((part) => [part, '']));
}

/** Where invoices begin, which states are final, and each event in each state, without words and names of requirements. */
function transitionsOf({ components }: Node): Map<string, string> {
  const told = new Map<string, string>();
  for (const [, { 'x-lifecycle': lifecycle }] of nodesOf(isNode(components) ? components.schemas : undefined)) {
    if (!isNode(lifecycle)) continue;
    told.set('initial', String(lifecycle.initial));
    told.set('terminal', namesOf(lifecycle.terminal).join(', '));
    for (const { event, from, to, status, problem, callback, changes } of Object.values(lifecycle.transitions ?? []).filter(
      isNode,
    )) {
      const effect = { to, status, problem, callback, changes: changes && namesOf(changes) };
      for (const state of namesOf(from))
        told.set(`${event} in ${state}`, to === undefined ? 'impossible' : JSON.stringify(effect));
    }
  }
  return told;
}

/** In an order that does not count. */
function namesOf(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String).sort() : [];
}
