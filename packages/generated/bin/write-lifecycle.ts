import type { Contract, Lifecycle } from './write-operations.ts';

/**
 * Writes what each event does in each status, as TypeScript. After an event that cannot happen, the status stays the same.
 * Returns undefined when the contract has no lifecycle.
 */
export function writeLifecycle(contract: Contract): string | undefined {
  const { enum: statuses = [], 'x-lifecycle': lifecycle } = contract.components?.schemas?.InvoiceStatus ?? {};
  if (!lifecycle) return undefined;
  const events = Object.keys(lifecycle.events);
  const columns = statuses.map((status) => {
    const cells = lifecycle.transitions
      .filter(({ from }) => from.includes(status))
      .map((transition) => [transition.event, cellOf(transition, status)]);
    return `  ${JSON.stringify(status)}: ${JSON.stringify(Object.fromEntries(cells))},\n`;
  });
  return `/** The events of an invoice. */
export const lifecycleEvents = ${JSON.stringify(events)} as const;
/** For each status and event: the next status, the problem that refuses the event, and the callback that reports it. */
export const transitions = {\n${columns.join('')}} as const;\n`;
}

function cellOf({ to, problem, callback }: Lifecycle['transitions'][number], status: string): object {
  return { to: to === undefined || to === 'same' ? status : to, problem, callback };
}
