import { cutOff, refuses, shows, succeeds, without } from './defect.ts';
import type { MuseumDefect } from './museum-server.ts';
import type { Asked } from './serve-json.ts';

const event = '/events/[^/]+';
const ticket = '/events/[^/]+/tickets/[^/]+';
const failsOn = (id: string, method: string, isSent: (asked: Asked) => boolean, status = 500): MuseumDefect => ({
  id,
  change: (asked, told) =>
    asked.method === method && told.status < 300 && isSent(asked)
      ? { status, body: { title: 'It broke.' }, type: 'application/problem+json' }
      : told,
});

/** Constraints of the contract that the server does not enforce, as paths below `components/schemas`. */
const forgotten = [
  ...[
    'name/minLength',
    'name/maxLength',
    'theme/enum',
    'dates/minItems',
    'dates/maxItems',
    'dates/uniqueItems',
    'dates/items/format',
  ],
  ...['price/exclusiveMinimum', 'price/maximum', 'price/multipleOf', 'website/format', 'seats/minimum', 'seats/type'],
].map((path) => `EventFields/properties/${path}`);
const ofTickets = [
  'required/kind',
  'required/visitor',
  'properties/kind/enum',
  'properties/day/format',
  'properties/count/maximum',
];

/** Museum servers with one defect each. The list was written before any of them was run against the suite. */
export const museumDefects: readonly MuseumDefect[] = [
  ...[
    ...forgotten,
    ...ofTickets.map((path) => `NewTicket/${path}`),
    'Visitor/required/email',
    'Visitor/properties/email/format',
    'Visitor/properties/phone/pattern',
    'EventChange/allOf/1/minProperties',
    'NewEvent/allOf/1/required/dates',
  ].map(
    (path): MuseumDefect => ({
      id: `forgets-${path.replaceAll(/\/(properties|allOf\/1)/g, '').replaceAll('/', '-')}`,
      without: path,
    }),
  ),
  { id: 'nobody-asked-who', omits: 'account' },
  { id: 'any-password-taken', omits: 'password' },
  { id: 'events-of-another-account', omits: 'owner' },
  { id: 'planned-is-not-kept', omits: 'keep' },
  { id: 'change-is-not-kept', omits: 'patch' },
  { id: 'cancelled-stays', omits: 'delete' },
  { id: 'query-unchecked', omits: 'query' },
  { id: 'language-unchecked', omits: 'language' },
  { id: 'tickets-below-any-event', omits: 'parent' },
  { id: 'fails-on-malformed-json', omits: 'parse' },
  { id: 'ids-unchecked', omits: 'places' },
  { id: 'price-nearly-a-multiple', omits: 'exactness' },
  succeeds('plan-returns-200', 'POST', '/events', (told) => ({ ...told, status: 200 })),
  succeeds('plan-without-location', 'POST', '/events', ({ headers: _, ...told }) => told),
  succeeds('cancel-returns-a-body', 'DELETE', event, () => ({ status: 200, body: {} })),
  shows('plan-without-created-at', 'POST', '/events', without('createdAt')),
  shows('created-at-is-local', 'GET', event, (fields) => ({ ...fields, createdAt: '15.06.2030 12:00' })),
  shows('price-as-text', 'GET', event, (fields) => ({ ...fields, price: String(fields.price) })),
  shows('name-cut-when-read', 'GET', event, (fields) => ({ ...fields, name: String(fields.name).slice(0, -1) })),
  shows('name-trimmed-to-capitals', 'POST', '/events', (fields) => ({ ...fields, name: String(fields.name).toUpperCase() })),
  shows('price-rounded', 'POST', '/events', (fields) => ({
    ...fields,
    price: Math.max(1, Math.round(Number(fields.price))) + 1,
  })),
  shows('items-null', 'GET', '/events', () => ({ items: null })),
  shows('hours-without-page', 'GET', '/hours', without('page')),
  shows('hours-with-seconds', 'GET', '/hours', (fields) => ({
    ...fields,
    days: [{ date: '2030-06-15', opens: '09:00:00', closes: '18:00' }],
  })),
  shows('ticket-of-another-event', 'GET', ticket, (fields) => ({ ...fields, eventId: 'ev_ffffffffffff' })),
  shows('ticket-kind-changed', 'GET', ticket, (fields) => ({ ...fields, kind: fields.kind === 'adult' ? 'child' : 'adult' })),
  shows('ticket-total-negative', 'POST', `${event}/tickets`, (fields) => ({ ...fields, total: -1 })),
  shows('ticket-day-changed', 'POST', `${event}/tickets`, (fields) => ({ ...fields, day: '2031-01-01' })),
  succeeds('code-as-text', 'GET', `${ticket}/code`, (told) => ({ ...told, type: 'text/plain' })),
  succeeds('ticket-cut-off', 'GET', ticket, cutOff),
  refuses('wrong-is-422', 400, (told) => ({ ...told, status: 422 })),
  refuses('wrong-as-json', 400, (told) => ({ ...told, type: 'application/json' })),
  refuses('wrong-without-title', 400, (told) => ({ ...told, body: { detail: 'No.' } })),
  refuses('unknown-is-500', 404, (told) => ({ ...told, status: 500 })),
  refuses('unknown-is-200', 404, () => ({ status: 200, body: {} })),
  failsOn('longest-name-fails', 'POST', ({ text }) => /"name":"[^"]{80}"/.test(text)),
  failsOn('ten-dates-refused', 'POST', ({ text }) => text.split('20').length > 10 && text.includes('"dates"'), 400),
  failsOn('null-website-fails', 'POST', ({ text }) => /"website":null/.test(text)),
  failsOn('science-refused', 'POST', ({ text }) => text.includes('"science"'), 400),
  failsOn('group-fails', 'POST', ({ text }) => text.includes('"group"')),
  failsOn('theme-music-fails', 'GET', ({ query }) => query.get('theme') === 'music'),
];
