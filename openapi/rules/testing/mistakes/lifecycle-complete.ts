import { lifecycleContract } from '../lifecycle-contract.ts';
import type { Document, RuleTest } from '../test-rules.ts';

const at = '#/components/schemas/Status/x-lifecycle';
const lifecycle = (document: Document) => document.components.schemas.Status['x-lifecycle'];

/** Sets a property of the lifecycle, or of one of its transitions, or removes it. */
const set = (member: string, value?: unknown, transition?: number) => (document: Document) => {
  const of = transition === undefined ? lifecycle(document) : lifecycle(document).transitions[transition];
  if (value === undefined) delete of[member];
  else of[member] = value;
};
const setEvent = (event: string, member: string, value?: unknown) => (document: Document) => {
  if (value === undefined) delete lifecycle(document).events[event][member];
  else lifecycle(document).events[event][member] = value;
};

export const lifecycleComplete: RuleTest = {
  base: lifecycleContract,
  passes: {
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
    'a cell that says why it has no case': set('untested', 'Nobody can wait that long.', 4),
  },
  finds: {
    'a state of a feature that everybody reaches': [
      set('states', { LATE: { 'x-feature': 'lateness' } }),
      `${at}/transitions/4/to`,
      "'expiry-due' leads to LATE, which belongs to the feature 'lateness'",
    ],
    'a beginning of a feature': [
      set('states', { OPEN: { 'x-feature': 'lateness' } }),
      `${at}/initial`,
      'OPEN is where every invoice begins',
    ],
    'facts of a state that is none': [set('states', { LOST: {} }), `${at}/states/LOST`, "'LOST' is no state"],
    'an unknown fact of a state': [
      set('states', { LATE: { 'x-features': 'lateness' } }),
      `${at}/states/LATE/x-features`,
      "State LATE has an unknown field 'x-features'",
    ],
    'an event of a feature that is not declared': [
      setEvent('expiry-due', 'x-feature', 'lateness'),
      `${at}/events/expiry-due`,
      "'expiry-due' belongs to 'lateness', which is no feature",
    ],
    'a cell without a case and without a reason': [
      set('untested', '', 4),
      `${at}/transitions/4/untested`,
      "Nothing says why 'expiry-due' has no case here",
    ],
    'no lifecycle': [
      (d) => {
        delete d.components.schemas.Status['x-lifecycle'];
      },
      '#/',
      'No schemas carry an x-lifecycle',
    ],
    'two lifecycles': [
      (d) => {
        d.components.schemas.Other = { ...d.components.schemas.Status };
        d.components.schemas.Invoice.properties.other = { $ref: '#/components/schemas/Other' };
      },
      '#/',
      '2 schemas carry an x-lifecycle',
    ],
    'an unknown field': [set('stages', []), `${at}/stages`, "unknown field 'stages'"],
    'no states': [
      (d) => {
        d.components.schemas.Status = { 'x-lifecycle': { ...lifecycle(d), terminal: [], transitions: [] } };
      },
      at,
      'Status has no enum',
    ],
    'an initial that is no state': [set('initial', 'NEW'), `${at}/initial`, 'Initial "NEW" is no state'],
    'no initial': [set('initial'), at, 'Initial undefined is no state'],
    'a terminal that is no state': [set('terminal', ['PAID', 'LATE', 'DONE']), `${at}/terminal`, 'Terminal "DONE" is no state'],
    'no terminal': [set('terminal'), at, 'has no list of terminal states'],
    'no events': [
      (d) => {
        lifecycle(d).events = {};
        lifecycle(d).transitions = [];
        lifecycle(d).initial = 'OPEN';
        d.components.schemas.Status.enum = ['OPEN'];
        lifecycle(d).terminal = [];
      },
      `${at}/events`,
      'x-lifecycle has no events',
    ],
    'an event in another case': [
      (d) => {
        lifecycle(d).events.expiryDue = { ...lifecycle(d).events['expiry-due'] };
        lifecycle(d).transitions.push({ event: 'expiryDue', from: ['OPEN', 'PAID', 'LATE'], to: 'same' });
      },
      `${at}/events/expiryDue`,
      "Event 'expiryDue' is no slug",
    ],
    'an event without a description': [
      setEvent('part-paid', 'description'),
      `${at}/events/part-paid`,
      "Event 'part-paid' has no description",
    ],
    'an event with an unknown field': [
      setEvent('part-paid', 'actor', 'payer'),
      `${at}/events/part-paid/actor`,
      "unknown field 'actor'",
    ],
    'an event of another cause': [setEvent('expiry-due', 'cause', 'moon'), `${at}/events/expiry-due`, 'has cause "moon"'],
    'a clock with an operation': [
      setEvent('expiry-due', 'operation', 'submitReceipt'),
      `${at}/events/expiry-due/operation`,
      "Event 'expiry-due' is caused by the clock, not by submitReceipt",
    ],
    'an event of an operation that is not there': [
      setEvent('part-paid', 'operation', 'payInvoice'),
      `${at}/events/part-paid/operation`,
      'is caused by operation "payInvoice", which is not under paths',
    ],
    'an event of no operation': [
      setEvent('part-paid', 'operation'),
      `${at}/events/part-paid`,
      'is caused by operation undefined',
    ],
    'a transition with an unknown field': [
      set('note', 'so', 0),
      `${at}/transitions/0/note`,
      "The transition has an unknown field 'note'",
    ],
    'a transition of an unknown event': [
      (d) => {
        lifecycle(d).transitions.push({ event: 'refunded', from: ['PAID'], to: 'same' });
      },
      `${at}/transitions/7/event`,
      'of event "refunded", which is not declared',
    ],
    'a transition from nowhere': [
      (d) => {
        lifecycle(d).transitions.push({ event: 'expiry-due', from: [], to: 'same' });
      },
      `${at}/transitions/7/from`,
      "The transition of 'expiry-due' is from nowhere",
    ],
    'a transition from no state': [
      set('from', ['LATE', 'DONE'], 5),
      `${at}/transitions/5/from`,
      'is from "DONE", which is no state',
    ],
    'a transition to no state': [
      (d) => {
        set('to', 'DONE', 0)(d);
        set('callback', 'invoice.done', 0)(d);
      },
      `${at}/transitions/0/to`,
      'is to "DONE", which is no state',
    ],
    'a transition out of a terminal state': [
      (d) => {
        set('to', 'PAID', 5)(d);
        set('callback', 'invoice.paid', 5)(d);
      },
      `${at}/transitions/5/to`,
      "'expiry-due' leaves LATE, which is terminal",
    ],
    'a pair that nothing covers': [set('from', ['PAID'], 1), `${at}/transitions`, "Nothing says what 'part-paid' does in LATE"],
    'a pair covered twice': [
      (d) => {
        lifecycle(d).transitions.push({ event: 'expiry-due', from: ['LATE'], to: 'same' });
      },
      `${at}/transitions/7/from/0`,
      "What 'expiry-due' does in LATE is said 2 times",
    ],
    'a state that nothing leads to': [
      (d) => {
        set('to', 'same', 2)(d);
        set('callback', undefined, 2)(d);
      },
      '#/components/schemas/Status/enum/1',
      'No transition leads to PAID from OPEN',
    ],
    'both a status and a problem': [set('status', 200, 3), `${at}/transitions/3`, 'has both `status` and `problem`'],
    'neither a status nor a problem': [set('status', undefined, 2), `${at}/transitions/2`, 'has neither `status` and `problem`'],
    'a response to the clock': [
      set('status', 200, 5),
      `${at}/transitions/5/status`,
      'is caused by the clock, so nobody gets a response',
    ],
    'a status that is not documented': [
      set('status', 201, 2),
      `${at}/transitions/2/status`,
      'submitReceipt documents no success of status 201',
    ],
    'a failure as a status': [set('status', 409, 2), `${at}/transitions/2/status`, 'documents no success of status 409'],
    'a problem that is not in the catalogue': [
      set('problem', 'invoice_done', 3),
      `${at}/transitions/3/problem`,
      '"invoice_done" is no code of x-problems',
    ],
    'a problem that the operation does not document': [
      set('problem', 'invoice_odd', 3),
      `${at}/transitions/3/problem`,
      "submitReceipt documents no 409 response with the example 'invoice_odd'",
    ],
    'a change that is told to nobody': [
      set('callback', undefined, 2),
      `${at}/transitions/2`,
      'told by callback none. Name invoice.paid',
    ],
    'a change that is told as another': [
      set('callback', 'invoice.late', 2),
      `${at}/transitions/2/callback`,
      'told by callback invoice.late. Name invoice.paid',
    ],
    'a change of a field that is told to nobody': [set('callback', undefined, 0), `${at}/transitions/0`, 'Name invoice.open'],
    'a callback without a change': [
      set('callback', 'invoice.paid', 3),
      `${at}/transitions/3/callback`,
      'changes nothing, but names callback invoice.paid',
    ],
    'a callback beside the same state, named': [
      set('callback', 'invoice.late', 5),
      `${at}/transitions/5/callback`,
      'changes nothing, but names callback invoice.late',
    ],
    'a change of some of the states': [
      (d) => {
        set('from', ['OPEN', 'LATE'], 4)(d);
        lifecycle(d).transitions.splice(5, 1);
      },
      `${at}/transitions/4/from`,
      'to LATE changes OPEN and not the others',
    ],
    'a change of no field': [
      (d) => {
        set('changes', [], 0)(d);
        set('callback', undefined, 0)(d);
      },
      `${at}/transitions/0/changes`,
      "has `changes` without a field's name",
    ],
    'a change of an unknown field': [
      set('changes', ['amountPaid'], 0),
      `${at}/transitions/0/changes`,
      'changes "amountPaid", which is no field beside the status',
    ],
    'a requirement that is not there': [
      set('requirement', 'paid-is-paid', 1),
      `${at}/transitions/1/requirement`,
      "No requirement has the id 'paid-is-paid'",
    ],
    'a pair that is impossible, and then is not': [
      set('to', 'same', 6),
      `${at}/transitions/6/to`,
      "The transition of 'expiry-due' is impossible, so it has no 'to'",
    ],
    'a pair that is impossible without a reason': [
      set('impossible', '', 6),
      `${at}/transitions/6/impossible`,
      "Nothing says why 'expiry-due' cannot happen here",
    ],
  },
};
