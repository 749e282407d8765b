import type { Defect, Fields } from './library-server.ts';
import type { Asked, Told } from './serve-json.ts';

const isAt = ({ method, path }: Asked, wanted: string, by: string): boolean =>
  method === by && new RegExp(`^${wanted}$`).test(path);

/** Makes a defect that changes the successful responses of one operation. */
const success = (id: string, path: string, method: string, change: (told: Told, asked: Asked) => Told): Defect => ({
  id,
  change: (asked, told) => (isAt(asked, path, method) && told.status < 300 ? change(told, asked) : told),
});

const withFields = (told: Told, change: (fields: Fields) => Fields): Told => ({ ...told, body: change(told.body as Fields) });
const book = '/books/[^/]+';
const loan = '/loans/[^/]+';
const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name));
const refusal = (id: string, status: number, change: (told: Told) => Told): Defect => ({
  id,
  change: (_asked, told) => (told.status === status ? change(told) : told),
});

/** Constraints of the contract that a server does not enforce, as paths below `components/schemas`. */
const forgotten = [
  ...[
    'isbn/pattern',
    'title/minLength',
    'title/maxLength',
    'copies/minimum',
    'copies/maximum',
    'copies/type',
    'shelf/enum',
    'authors/maxItems',
  ],
  ...['authors/items/minLength', 'authors/items/type'],
].map((path): Defect => ({ id: `add-forgets-${path.replaceAll('/', '-')}`, without: `NewBook/properties/${path}` }));

/** Library servers with one defect each. The list was written before any of them was run against the suite. */
export const libraryDefects: readonly Defect[] = [
  ...forgotten,
  { id: 'add-forgets-required-isbn', without: 'NewBook/required/isbn' },
  { id: 'add-forgets-required-title', without: 'NewBook/required/title' },
  { id: 'add-takes-unknown-fields', without: 'NewBook/additionalProperties' },
  { id: 'lend-forgets-reader-format', without: 'NewLoan/properties/reader/format' },
  { id: 'lend-forgets-required-reader', without: 'NewLoan/required/reader' },
  { id: 'lend-forgets-days-maximum', without: 'NewLoan/properties/days/maximum' },
  { id: 'lend-forgets-days-minimum', without: 'NewLoan/properties/days/minimum' },
  { id: 'no-key-asked', omits: 'key' },
  { id: 'any-key-taken', omits: 'key value' },
  { id: 'fails-on-malformed-json', omits: 'parse' },
  { id: 'query-unchecked', omits: 'query' },
  { id: 'added-is-not-kept', omits: 'store' },
  { id: 'deleted-stays', omits: 'delete' },
  { id: 'replaced-is-not-kept', omits: 'replace' },
  { id: 'unknown-book-is-another', omits: 'unknown' },
  success('add-returns-200', '/books', 'POST', (told) => ({ ...told, status: 200 })),
  success('lend-returns-202', '/loans', 'POST', (told) => ({ ...told, status: 202 })),
  success('delete-returns-200', book, 'DELETE', () => ({ status: 200, body: {} })),
  success('add-without-free', '/books', 'POST', (told) => withFields(told, (fields) => without(fields, 'free'))),
  success('add-copies-as-text', '/books', 'POST', (told) =>
    withFields(told, (fields) => ({ ...fields, copies: String(fields.copies) })),
  ),
  success('read-id-in-capitals-and-braces', book, 'GET', (told) =>
    withFields(told, (fields) => ({ ...fields, bookId: `{${fields.bookId}}` })),
  ),
  success('read-title-null', book, 'GET', (told) => withFields(told, (fields) => ({ ...fields, title: null }))),
  success('read-title-changed', book, 'GET', (told) => withFields(told, (fields) => ({ ...fields, title: `${fields.title} ` }))),
  success('read-other-copies', book, 'GET', (told) =>
    withFields(told, (fields) => ({ ...fields, copies: Number(fields.copies) + 1 })),
  ),
  success('list-in-an-envelope', '/books', 'GET', (told) => ({ ...told, body: { items: told.body } })),
  success('list-without-total', '/books', 'GET', ({ headers: _headers, ...told }) => told),
  success('list-total-no-number', '/books', 'GET', (told) => ({ ...told, headers: { 'X-Total': 'many' } })),
  success('list-says-text', '/books', 'GET', (told) => ({ ...told, body: JSON.stringify(told.body), type: 'text/plain' })),
  success('loan-due-with-time', loan, 'GET', (told) =>
    withFields(told, (fields) => ({ ...fields, due: `${fields.due}T00:00:00Z` })),
  ),
  success('loan-state-in-capitals', '/loans', 'POST', (told) => withFields(told, (fields) => ({ ...fields, state: 'LENT' }))),
  success('loan-without-due', loan, 'GET', (told) => withFields(told, (fields) => without(fields, 'due'))),
  success('read-fails-now', loan, 'GET', () => ({ status: 500, body: { error: 'A join failed.' } })),
  success('return-cut-off', `${loan}/return`, 'POST', (told) => ({
    ...told,
    body: `${JSON.stringify(told.body).slice(0, -2)}`,
    type: 'application/json; charset=utf-8',
  })),
  refusal('wrong-is-422', 400, (told) => ({ ...told, status: 422 })),
  refusal('wrong-without-error', 400, (told) => ({ ...told, body: { message: 'No.' } })),
  refusal('wrong-is-text', 400, (told) => ({ ...told, body: 'No.', type: 'text/html' })),
  refusal('unknown-is-500', 404, (told) => ({ ...told, status: 500 })),
  refusal('unknown-key-is-200', 401, () => ({ status: 200, body: [], headers: { 'X-Total': '0' } })),
  {
    id: 'longest-title-refused',
    change: (asked, told) =>
      told.status === 201 && asked.text.includes('a'.repeat(200)) ? { status: 400, body: { error: 'Too long.' } } : told,
  },
  {
    id: 'fails-on-fewest-copies',
    change: (asked, told) =>
      told.status === 201 && /"copies":1[,}]/.test(asked.text) ? { status: 500, body: { error: 'Division by zero.' } } : told,
  },
  {
    id: 'history-refused',
    change: (asked, told) =>
      told.status < 300 && /"shelf":"history"|shelf=history/.test(`${asked.text}?${asked.query}`)
        ? { status: 400, body: { error: 'No such shelf.' } }
        : told,
  },
];
