import { type Contract, type Lifecycle, resolve, type Schema } from './write-operations.ts';

/**
 * Writes, as TypeScript, the effect of each event in each status. An event that cannot happen leaves the status as it
 * is. Returns undefined when the contract has no lifecycle.
 */
export function writeLifecycle(contract: Contract): string | undefined {
  const { enum: statuses = [], 'x-lifecycle': lifecycle } = contract.components?.schemas?.InvoiceStatus ?? {};
  if (!lifecycle) return undefined;
  const causes = Object.entries(lifecycle.events).map(([event, { cause, operation }]) => [event, operation ?? cause]);
  const columns = statuses.map((status) => {
    const cells = lifecycle.transitions
      .filter(({ from }) => from.includes(status))
      .map((transition) => [transition.event, cellOf(transition, status)]);
    return `  ${JSON.stringify(status)}: ${JSON.stringify(Object.fromEntries(cells))},\n`;
  });
  return `/** The events of an invoice, each with the operation that causes it, or "clock". */
export const lifecycleEvents = ${JSON.stringify(Object.fromEntries(causes))} as const;
/** For each status and event: the next status, the problem that refuses the event, and the callback that reports it. */
export const transitions = {\n${columns.join('')}} as const;\n`;
}

function cellOf({ to, problem, callback }: Lifecycle['transitions'][number], status: string): object {
  return { to: to === undefined || to === 'same' ? status : to, problem, callback };
}

/**
 * Writes, as TypeScript, the statuses, the statuses that each callback event reports, and the fields of an invoice.
 * Returns undefined when the contract has no schema InvoiceStatus with x-lifecycle.
 */
export function writeStatuses(contract: Contract): string | undefined {
  const { enum: statuses = [], 'x-lifecycle': lifecycle } = contract.components?.schemas?.InvoiceStatus ?? {};
  if (!lifecycle || statuses.length === 0) return undefined;
  const { initial, transitions } = lifecycle;
  const events = transitions.flatMap(({ from, to, callback }) =>
    callback === undefined ? [] : [[callback, to === 'same' ? from[0] : to] as const],
  );
  return [
    constant('Every status of an invoice; the set is closed.', 'statuses', statuses),
    constant('The status of a new invoice.', 'initialStatus', initial),
    constant(
      'The statuses in which neither a receipt nor time changes an invoice any more.',
      'finalStatuses',
      statuses.filter((status) => !isOpen(status, lifecycle)),
    ),
    constant('The callback events, each with the status that it reports.', 'eventStatuses', Object.fromEntries(events)),
    constant('The fields that every invoice has, with their JSON types.', 'invoiceFields', fieldsOf(contract)),
  ].join('');
}

/**
 * Returns whether a receipt, or the passing of time, can still change an invoice with this status. Does not consider other
 * operations, such as a refund.
 */
function isOpen(status: string, { events, transitions }: Lifecycle): boolean {
  return transitions.some(({ event, from, to = 'same', changes }) => {
    const { cause, operation } = events[event] ?? {};
    const isChange = (to !== 'same' && to !== status) || changes !== undefined;
    return isChange && from.includes(status) && (cause === 'clock' || operation === 'submitReceipt');
  });
}

function fieldsOf(contract: Contract): Record<string, string[]> {
  const { required = [], properties = {} } = contract.components?.schemas?.PaymentInvoice ?? {};
  const typesOf = (name: string) => [resolve<Schema>(contract, properties[name])?.type ?? []].flat();
  return Object.fromEntries(required.map((name) => [name, typesOf(name).map((type) => (type === 'integer' ? 'number' : type))]));
}

function constant(doc: string, name: string, value: unknown): string {
  return `/** ${doc} */\nexport const ${name} = ${JSON.stringify(value)} as const;\n`;
}
