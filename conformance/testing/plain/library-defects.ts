import { cutOff, refuses, shows, succeeds, without } from './defect.ts';
import type { LibraryDefect } from './library-server.ts';

const book = '/books/[^/]+';
const loan = '/loans/[^/]+';

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
].map((path): LibraryDefect => ({ id: `add-forgets-${path.replaceAll('/', '-')}`, without: `NewBook/properties/${path}` }));

/** Library servers with one defect each. The list was written before any of them was run against the suite. */
export const libraryDefects: readonly LibraryDefect[] = [
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
  succeeds('add-returns-200', 'POST', '/books', (told) => ({ ...told, status: 200 })),
  succeeds('lend-returns-202', 'POST', '/loans', (told) => ({ ...told, status: 202 })),
  succeeds('delete-returns-200', 'DELETE', book, () => ({ status: 200, body: {} })),
  shows('add-without-free', 'POST', '/books', without('free')),
  shows('add-copies-as-text', 'POST', '/books', (fields) => ({ ...fields, copies: String(fields.copies) })),
  shows('read-id-in-capitals-and-braces', 'GET', book, (fields) => ({ ...fields, bookId: `{${fields.bookId}}` })),
  shows('read-title-null', 'GET', book, (fields) => ({ ...fields, title: null })),
  shows('read-title-changed', 'GET', book, (fields) => ({ ...fields, title: `${fields.title} ` })),
  shows('read-other-copies', 'GET', book, (fields) => ({ ...fields, copies: Number(fields.copies) + 1 })),
  succeeds('list-in-an-envelope', 'GET', '/books', (told) => ({ ...told, body: { items: told.body } })),
  succeeds('list-without-total', 'GET', '/books', ({ headers: _headers, ...told }) => told),
  succeeds('list-total-no-number', 'GET', '/books', (told) => ({ ...told, headers: { 'X-Total': 'many' } })),
  succeeds('list-says-text', 'GET', '/books', (told) => ({ ...told, body: JSON.stringify(told.body), type: 'text/plain' })),
  shows('loan-due-with-time', 'GET', loan, (fields) => ({ ...fields, due: `${fields.due}T00:00:00Z` })),
  shows('loan-state-in-capitals', 'POST', '/loans', (fields) => ({ ...fields, state: 'LENT' })),
  shows('loan-without-due', 'GET', loan, without('due')),
  succeeds('read-fails-now', 'GET', loan, () => ({ status: 500, body: { error: 'A join failed.' } })),
  succeeds('return-cut-off', 'POST', `${loan}/return`, cutOff),
  refuses('wrong-is-422', 400, (told) => ({ ...told, status: 422 })),
  refuses('wrong-without-error', 400, (told) => ({ ...told, body: { message: 'No.' } })),
  refuses('wrong-is-text', 400, (told) => ({ ...told, body: 'No.', type: 'text/html' })),
  refuses('unknown-is-500', 404, (told) => ({ ...told, status: 500 })),
  refuses('unknown-key-is-200', 401, () => ({ status: 200, body: [], headers: { 'X-Total': '0' } })),
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
