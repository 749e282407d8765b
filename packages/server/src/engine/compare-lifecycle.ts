import { type Transition, transitions } from './lifecycle.ts';

/** `x-lifecycle` of the contract. */
export interface Lifecycle {
  initial: string;
  terminal: readonly string[];
  events: Readonly<Record<string, unknown>>;
  transitions: readonly LifecycleTransition[];
}

interface LifecycleTransition {
  event: string;
  from: readonly string[];
  /** A status, or `same`; nothing where the event cannot come. */
  to?: string;
  problem?: string;
  callback?: string;
  impossible?: string;
}

/**
 * Compares the engine's table with the contract's: a line for each cell that differs; empty when they are the same.
 * Events that the contract calls impossible are left to the engine, as long as nothing changes.
 */
export function compareLifecycle(contract: Lifecycle): string[] {
  const differences: string[] = [];
  const differ = (cell: string, engine: unknown, stated: unknown) =>
    differences.push(`${cell}: the engine has ${show(engine)}, the contract ${show(stated)}`);
  const columns: Readonly<Record<string, Readonly<Record<string, Transition>>>> = transitions;
  const statuses = Object.keys(columns);
  const events = Object.keys(columns[statuses[0] ?? ''] ?? {});

  for (const event of Object.keys(contract.events)) if (!events.includes(event)) differ(event, undefined, 'an event');
  const stated = new Set<string>();
  for (const transition of contract.transitions) {
    for (const from of transition.from) {
      const cell = `${transition.event} at ${from}`;
      if (stated.has(cell)) differ(cell, 'one transition', 'two');
      stated.add(cell);
      const ours = columns[from]?.[transition.event];
      const theirs = cellOf(transition, from);
      if (!ours || show(cellOf(ours, from)) !== show(theirs)) differ(cell, ours, theirs);
    }
  }
  for (const event of events) {
    for (const status of statuses) {
      if (!stated.has(`${event} at ${status}`)) differ(`${event} at ${status}`, columns[status]?.[event], undefined);
    }
  }
  const terminal = statuses.filter((status) => columns[status]?.['expiry-due']?.callback === undefined);
  if (show(terminal.toSorted()) !== show(contract.terminal.toSorted())) differ('final states', terminal, contract.terminal);
  if (contract.initial !== 'PENDING') differ('first state', 'PENDING', contract.initial);
  return differences;
}

function cellOf({ to, problem, callback }: Omit<LifecycleTransition, 'event' | 'from'>, from: string) {
  return { to: to === undefined || to === 'same' ? from : to, problem, callback };
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}
