import { factContract, lifecycleContract } from '../base-contracts.ts';
import { type Document, missing, put, type RuleTest, remove, wrong } from '../make-mistake.ts';

const typeAt = '#/components/schemas/Event/properties/type';

const eventTypes: RuleTest = {
  base: factContract,
  passes: {
    'a second callback, which another rule finds': (d) => {
      const { callbacks } = d.paths['/create'].post;
      const [item] = Object.values<Document>(structuredClone(callbacks.changed));
      item.post.requestBody.content['application/json'].schema = { properties: { type: { enum: ['page.opened'] } } };
      callbacks.opened = { '{$request.body#/reference}': item };
    },
  },
  finds: {
    'a type that no transition sends': [
      (d) => {
        d.components.schemas.Status['x-lifecycle'].transitions[0].callback = 'invoice.settled';
        d.components.schemas.Event.properties.type.enum.push('invoice.settled');
      },
      `${typeAt}/enum/0`,
      "No transition sends 'invoice.paid'",
    ],
    'an event that no type names': wrong(
      `${typeAt}/enum`,
      [],
      "Transitions send 'invoice.paid', which is not in the enum of an event's type",
    ),
    'no types': missing(typeAt, 'enum', "Transitions send 'invoice.paid'"),
  },
};

const lifecycleAt = '#/components/schemas/Status/x-lifecycle';
const lifecycle = (document: Document) => document.components.schemas.Status['x-lifecycle'];

/** Returns a change that sets fields of a transition. A field that is set to undefined is removed. */
const set = (transition: number, fields: object) => (document: Document) =>
  void Object.assign(lifecycle(document).transitions[transition], fields);

/** Adds an operation that documents a 409 with the given code. The default code is about the invoice's state. */
const addRefund = (document: Document, code = 'invoice_closed') => {
  document.components.schemas.Invoice.properties.id = { type: 'string' };
  document.paths['/refund'] = {
    post: {
      operationId: 'refundPayment',
      parameters: [{ name: 'id', in: 'query', 'x-identifies': '#/components/schemas/Invoice/properties/id' }],
      responses: { '409': { content: { 'application/problem+json': { examples: { [code]: { value: {} } } } } } },
    },
  };
};

const lifecycleComplete: RuleTest = {
  base: lifecycleContract,
  passes: {
    'an operation that refuses a key which is in use': (d) => addRefund(d, 'idempotency_in_progress'),
    'a state and its event of a feature': (d) => {
      d['x-features'] = { lateness: 'Invoices can be late.' };
      lifecycle(d).states = { LATE: { 'x-feature': 'lateness' } };
      lifecycle(d).events['expiry-due']['x-feature'] = 'lateness';
    },
    'a state whose event is caused by an operation of the feature': (d) => {
      d['x-features'] = { paying: 'Invoices can be paid.' };
      lifecycle(d).states = { PAID: { 'x-feature': 'paying' } };
      d.paths['/submit'].post['x-feature'] = 'paying';
    },
    'a cell that says why it has no case': set(4, { untested: 'Nobody can wait that long.' }),
  },
  finds: {
    'an operation that refuses for a state, and no event': [
      (d) => addRefund(d),
      '#/paths/~1refund/post/responses/409',
      "refundPayment refuses with 409 'invoice_closed', but causes no event of x-lifecycle, so nothing says in which states it succeeds",
    ],
    'a state of a feature that everybody reaches': [
      put(`${lifecycleAt}/states`, { LATE: { 'x-feature': 'lateness' } }),
      `${lifecycleAt}/transitions/4/to`,
      "'expiry-due' leads to LATE, which belongs to the feature 'lateness'",
    ],
    'a beginning of a feature': [
      put(`${lifecycleAt}/states`, { OPEN: { 'x-feature': 'lateness' } }),
      `${lifecycleAt}/initial`,
      'Every invoice begins as OPEN, so the state cannot belong to a feature',
    ],
    'facts of a state that is none': [
      put(`${lifecycleAt}/states`, { LOST: {} }),
      `${lifecycleAt}/states/LOST`,
      "'LOST' is not a state",
    ],
    'an event of a feature that is not declared': [
      put(`${lifecycleAt}/events/expiry-due/x-feature`, 'lateness'),
      `${lifecycleAt}/events/expiry-due`,
      "Event 'expiry-due' belongs to 'lateness', which is not in x-features",
    ],
    'no lifecycle': [remove(lifecycleAt), '#/', 'No schemas have an x-lifecycle'],
    'two lifecycles': [
      (d) => {
        d.components.schemas.Other = { ...d.components.schemas.Status };
        d.components.schemas.Invoice.properties.other = { $ref: '#/components/schemas/Other' };
      },
      '#/',
      '2 schemas have an x-lifecycle',
    ],
    'no states': [
      (d) => {
        d.components.schemas.Status = { 'x-lifecycle': { ...lifecycle(d), terminal: [], transitions: [] } };
      },
      lifecycleAt,
      'Status has no enum',
    ],
    'an initial that is no state': wrong(`${lifecycleAt}/initial`, 'NEW', 'The initial state "NEW" is not in the enum'),
    'no initial': missing(lifecycleAt, 'initial', 'The initial state undefined is not in the enum'),
    'a terminal that is no state': wrong(
      `${lifecycleAt}/terminal`,
      ['PAID', 'LATE', 'DONE'],
      'The terminal state "DONE" is not in the enum',
    ),
    'an event of an operation that is not there': wrong(
      `${lifecycleAt}/events/part-paid/operation`,
      'payInvoice',
      `Event 'part-paid' is caused by "payInvoice", which is not an operation under paths`,
    ),
    'a transition of an unknown event': [
      (d) => lifecycle(d).transitions.push({ event: 'refunded', from: ['PAID'], to: 'same' }),
      `${lifecycleAt}/transitions/7/event`,
      'The transition has the event "refunded", which is not declared',
    ],
    'a transition from no state': wrong(
      `${lifecycleAt}/transitions/5/from`,
      ['LATE', 'DONE'],
      `The transition of 'expiry-due' is from "DONE", which is not a state`,
    ),
    'a transition to no state': [
      set(0, { to: 'DONE', callback: 'invoice.done' }),
      `${lifecycleAt}/transitions/0/to`,
      `The transition of 'part-paid' is to "DONE", which is not a state`,
    ],
    'a transition out of a terminal state': [
      set(5, { to: 'PAID', callback: 'invoice.paid' }),
      `${lifecycleAt}/transitions/5/to`,
      "'expiry-due' leaves LATE, which is terminal",
    ],
    'a pair that nothing covers': [
      set(1, { from: ['PAID'] }),
      `${lifecycleAt}/transitions`,
      "Nothing says what 'part-paid' does in LATE",
    ],
    'a pair covered twice': [
      (d) => lifecycle(d).transitions.push({ event: 'expiry-due', from: ['LATE'], to: 'same' }),
      `${lifecycleAt}/transitions/7/from/0`,
      "'expiry-due' has 2 transitions from LATE",
    ],
    'a state that nothing leads to': [
      set(2, { to: 'same', callback: undefined }),
      '#/components/schemas/Status/enum/1',
      'No transitions lead from OPEN to PAID',
    ],
    'both a status and a problem': [set(3, { status: 200 }), `${lifecycleAt}/transitions/3`, 'has both `status` and `problem`'],
    'neither a status nor a problem': missing(`${lifecycleAt}/transitions/2`, 'status', 'has neither `status` and `problem`'),
    'a time in a field that there is not': wrong(
      `${lifecycleAt}/events/expiry-due/at`,
      'endsAt',
      "Event 'expiry-due' is due at endsAt, which is not a field of the object that has the status",
    ),
    'a deadline with a field that does not exist': [
      put(`${lifecycleAt}/events/part-paid/until`, { field: 'endsAt' }),
      `${lifecycleAt}/events/part-paid/until/field`,
      "The deadline of event 'part-paid' counts from endsAt, which is not a field of the object that has the status",
    ],
    'a deadline with a problem that does not exist': [
      put(`${lifecycleAt}/events/part-paid/until`, { problem: 'not_there' }),
      `${lifecycleAt}/events/part-paid/until/problem`,
      "The deadline of event 'part-paid' refuses with 'not_there', but no response of submitReceipt has an example with that code",
    ],
    'a deadline with a requirement that does not exist': [
      put(`${lifecycleAt}/events/part-paid/until`, { requirement: 'not-there' }),
      `${lifecycleAt}/events/part-paid/until/requirement`,
      "No requirement has the id 'not-there'",
    ],
    'a response to the clock': wrong(
      `${lifecycleAt}/transitions/5/status`,
      200,
      "'expiry-due' is caused by the clock, so it has no response",
    ),
    'a status that is not documented': wrong(
      `${lifecycleAt}/transitions/2/status`,
      201,
      'submitReceipt documents no success with the status 201',
    ),
    'a problem that is not in the catalogue': wrong(
      `${lifecycleAt}/transitions/3/problem`,
      'invoice_done',
      'The problem "invoice_done" is not in x-problems',
    ),
    'a problem that the operation does not document': wrong(
      `${lifecycleAt}/transitions/3/problem`,
      'invoice_odd',
      "submitReceipt documents no 409 response with the example 'invoice_odd'",
    ),
    'a change that is told to nobody': missing(
      `${lifecycleAt}/transitions/2`,
      'callback',
      "The transition of 'fully-paid' changes the invoice, but has no callback",
    ),
    'a change that is told as another': wrong(
      `${lifecycleAt}/transitions/2/callback`,
      'invoice.late',
      "The transition of 'fully-paid' changes the invoice, but has the callback invoice.late",
    ),
    'a change of a field that is told to nobody': missing(
      `${lifecycleAt}/transitions/0`,
      'callback',
      "The transition of 'part-paid' changes the invoice, but has no callback",
    ),
    'a callback without a change': wrong(
      `${lifecycleAt}/transitions/3/callback`,
      'invoice.paid',
      "The transition of 'fully-paid' changes nothing, but has the callback invoice.paid",
    ),
    'a callback beside the same state, named': wrong(
      `${lifecycleAt}/transitions/5/callback`,
      'invoice.late',
      "The transition of 'expiry-due' changes nothing, but has the callback invoice.late",
    ),
    'a change of some of the states': [
      (d) => {
        set(4, { from: ['OPEN', 'LATE'] })(d);
        lifecycle(d).transitions.splice(5, 1);
      },
      `${lifecycleAt}/transitions/4/from`,
      "The transition of 'expiry-due' to LATE changes the status from OPEN, but not from the other states",
    ],
    'a change of an unknown field': wrong(
      `${lifecycleAt}/transitions/0/changes`,
      ['amountPaid'],
      `The transition of 'part-paid' changes "amountPaid", which is not a field of the object that has the status`,
    ),
    'a requirement that is not there': wrong(
      `${lifecycleAt}/transitions/1/requirement`,
      'paid-is-paid',
      "No requirement has the id 'paid-is-paid'",
    ),
  },
};

export const lifecycleMistakes: Readonly<Record<string, RuleTest>> = {
  'event-types': eventTypes,
  'lifecycle-complete': lifecycleComplete,
};
