import type { Books, Call, Delivery, Evidence, KeptEvent, Line } from '../evidence.ts';

/** Returns the invoice as the JSON text of a response. Its amount is 4.00. */
export function showInvoice(status: string, receiptId: string | null = null, paidAmount: number | null = null): string {
  return JSON.stringify({ id: 'inv_1', cashTag: '$storm', amount: 4, status, receiptId, paidAmount });
}

/** Makes a call that fetches the invoice. It begins at `start` and takes one millisecond; `change` overrides its properties. */
export function makeCall(start: number, change: Partial<Call> = {}): Call {
  const call: Call = {
    kind: 'call',
    line: start,
    client: 0,
    server: 0,
    operation: 'fetch',
    invoice: 'inv_1',
    start,
    end: start + 1,
    status: 200,
    body: '',
  };
  return { ...call, ...change };
}

/** Makes an accepted delivery of an event. It begins at `start` and takes one millisecond; `change` overrides its properties. */
export function makeDelivery(event: KeptEvent, start: number, change: Partial<Delivery> = {}): Delivery {
  return {
    kind: 'delivery',
    line: start,
    event: event.id,
    start,
    end: start + 1,
    status: 204,
    body: event.body,
    forged: null,
    ...change,
  };
}

/** Makes a delivered event whose body contains `shown` as the invoice; `change` overrides its properties. */
export function makeEvent(sequence: number, shown: string, change: Partial<KeptEvent> = {}): KeptEvent {
  const body = JSON.stringify({ sequence, data: JSON.parse(shown) });
  return { id: `evt_${sequence}`, invoice: 'inv_1', sequence, body, attempts: 1, outcome: 'delivered', ...change };
}

const part = showInvoice('UNDER_PAID', 'rcp_1', 1);
const all = showInvoice('PAID', 'rcp_2', 4);
const events = [makeEvent(1, part), makeEvent(2, all)];

/** The content of a database with one invoice that was paid in two parts. */
export const lawfulBooks: Books = {
  invoices: [{ id: 'inv_1', amount: 400, status: 'PAID', receiptId: 'rcp_2', paid: 400, sequence: 2 }],
  receipts: [
    { receiptId: 'rcp_1', invoice: 'inv_1', amount: 100, paymentStatus: 'completed' },
    { receiptId: 'rcp_2', invoice: 'inv_1', amount: 300, paymentStatus: 'completed' },
  ],
  events,
  leases: events.flatMap(({ id: event, sequence }) => {
    const at = 100 * sequence;
    const common = { event, by: 'server-0', isSettled: false };
    return [
      { ...common, at, oldOwner: null, oldEnd: 0, newOwner: 'srv_a', newEnd: at + 2_000 },
      { ...common, at: at + 50, oldOwner: 'srv_a', oldEnd: at + 2_000, newOwner: null, newEnd: at + 2_000, isSettled: true },
    ];
  }),
};

/** The history of the invoice in `lawfulBooks`: created, paid in two parts on two servers, fetched, and reported by events. */
export const lawfulLines: readonly Line[] = [
  makeCall(10, { operation: 'create', key: 'key_1', invoice: undefined, body: showInvoice('PENDING') }),
  makeCall(20, { body: showInvoice('PENDING') }),
  makeCall(100, { operation: 'submit', receipt: 'rcp_1', end: 110, body: part }),
  makeCall(101, { operation: 'submit', receipt: 'rcp_1', server: 1, end: null, status: null }),
  makeCall(120, { server: 1, body: part }),
  makeCall(200, { operation: 'submit', receipt: 'rcp_2', server: 1, end: 210, body: all }),
  makeCall(220, { body: all }),
  ...events.map((event) => makeDelivery(event, 110 * event.sequence)),
];

/** Makes evidence without violations, adds the given lines to its history, and puts the given tables in place of its own. */
export function makeEvidence(more: readonly Line[] = [], books: Partial<Books> = {}): Evidence {
  return { lines: [...lawfulLines, ...more], books: { ...lawfulBooks, ...books }, rules: { submitsPerInvoice: 4, apart: 0 } };
}
