import type { Call, Evidence, Line, State } from '../evidence.ts';

/** An invoice as a response shows it. */
export interface ShownInvoice {
  id: string;
  amount: number;
  status: string;
  receiptId: string | null;
  paidAmount: number | null;
}

/** Statuses that an invoice never leaves. */
export const finalStatuses: readonly string[] = ['PAID', 'FAILED', 'EXPIRED'];

export function callsOf(lines: readonly Line[]): Call[] {
  return lines.filter((line) => line.kind === 'call');
}

/** Returns the invoice in a call's response; undefined when the response is anything else. */
export function shownBy(call: Call): ShownInvoice | undefined {
  if (call.status !== 200 || call.operation === 'pay') return undefined;
  return JSON.parse(call.body) as ShownInvoice;
}

/** Returns the problem code in a call's response, if it is a problem. */
export function problemOf(call: Call): string | undefined {
  if (call.status === null || call.status < 400 || !call.body.startsWith('{')) return undefined;
  return (JSON.parse(call.body) as { code?: string }).code;
}

/** Returns the state of an invoice that a response shows. */
export function stateOf({ status, receiptId, paidAmount }: ShownInvoice): State {
  return { status, receiptId, paid: paidAmount === null ? null : Math.round(paidAmount * 100) };
}

/** Checks whether two states look the same to a client. */
export function isSameState(one: State, other: State): boolean {
  return one.status === other.status && one.receiptId === other.receiptId && one.paid === other.paid;
}

/** Describes a state in a few words. */
export function nameState({ status, paid, receiptId }: State): string {
  return `${status}, paid ${paid === null ? 'nothing' : `${paid} cents`}, last receipt ${receiptId ?? 'none'}`;
}

/**
 * Returns the states that each invoice went through according to its events. Version 0 is the new invoice, and version
 * n is the state after change n.
 */
export function versionsOf({ books }: Evidence): Map<string, State[]> {
  const versions = new Map<string, State[]>();
  for (const { id } of books.invoices) versions.set(id, [{ status: 'PENDING', receiptId: null, paid: null }]);
  for (const { invoice, body } of books.events.toSorted((one, other) => one.sequence - other.sequence)) {
    versions.get(invoice)?.push(stateOf((JSON.parse(body) as { data: ShownInvoice }).data));
  }
  return versions;
}

/** Groups items by the result of `of`. Leaves out items for which it is undefined. */
export function groupBy<Item>(items: readonly Item[], of: (item: Item) => string | undefined): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = of(item);
    if (name === undefined) continue;
    const group = groups.get(name) ?? [];
    group.push(item);
    groups.set(name, group);
  }
  return groups;
}
