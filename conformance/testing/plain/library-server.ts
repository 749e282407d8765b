import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type Defect, type Fields, readBody, serveWith } from './defect.ts';
import { type Asked, readSchemas, type Served, type Told } from './serve-json.ts';

/** Path of the contract that this server implements. */
export const libraryContract = join(import.meta.dirname, 'library.yaml');
export const libraryKey = 'library-key-0123456789';
/** The API key of a second library that uses the same server. */
export const otherLibraryKey = 'other-library-key-9876543210';

type Step = 'key' | 'key value' | 'store' | 'delete' | 'replace' | 'unknown' | 'parse' | 'query' | 'return' | 'owner';
export type LibraryDefect = Defect<Step>;

/** Starts the library server: the correct one, or one with a defect. */
export function serveLibrary(defect?: LibraryDefect): Promise<Served> {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  const { NewBook = {}, NewLoan = {} } = readSchemas(libraryContract, defect?.without);
  const schemas = { newBook: ajv.compile(NewBook), newLoan: ajv.compile(NewLoan) };
  const books = new Map<string, Fields>();
  /** The API key that was used to add each book, keyed by the book's id. */
  const owners = new Map<unknown, unknown>();
  const loans = new Map<string, Fields>();
  const omits = defect?.omits;
  const refuse = (status: number, error: string): Told => ({ status, body: { error } });
  const parse = (text: string, validate: ValidateFunction) => readBody(text, validate, omits === 'parse');
  const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
  const freeOf = (bookId: string, copies: number): number =>
    Math.max(0, copies - [...loans.values()].filter((loan) => loan.bookId === bookId && loan.state === 'lent').length);

  const list = (query: URLSearchParams): Told => {
    const [limit, shelf] = [query.get('limit'), query.get('shelf')];
    if (omits !== 'query') {
      if (limit !== null && !(/^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 50))
        return refuse(400, 'limit is from 1 to 50.');
      if (shelf !== null && !['fiction', 'history', 'science'].includes(shelf)) return refuse(400, 'shelf is none of ours.');
    }
    const found = [...books.values()].filter((book) => shelf === null || book.shelf === shelf);
    return { status: 200, body: found.slice(0, Number(limit) || 50), headers: { 'X-Total': String(found.length) } };
  };
  const add = (text: string, key: unknown): Told => {
    const fields = parse(text, schemas.newBook);
    if (typeof fields === 'string') return refuse(400, fields);
    const book = { bookId: crypto.randomUUID(), ...fields, free: fields.copies };
    owners.set(book.bookId, key);
    if (omits !== 'store') books.set(book.bookId, book);
    return { status: 201, body: book };
  };
  const one = (asked: Asked, bookId: string): Told => {
    const { method, text } = asked;
    if (!isUuid(bookId)) return refuse(400, 'bookId is no UUID.');
    const book = books.get(bookId) ?? (omits === 'unknown' ? books.values().next().value : undefined);
    const isForeign =
      owners.get(book?.bookId) !== asked.headers['x-library-key'] &&
      omits !== 'owner' &&
      omits !== 'key' &&
      omits !== 'key value';
    if (!book || isForeign) return refuse(404, 'There is no such book.');
    if (method === 'DELETE') {
      if (omits !== 'delete') books.delete(bookId);
      return { status: 204 };
    }
    if (method === 'GET') return { status: 200, body: { ...book, free: freeOf(bookId, Number(book.copies)) } };
    const fields = parse(text, schemas.newBook);
    if (typeof fields === 'string') return refuse(400, fields);
    const replaced = { bookId, ...fields, free: freeOf(bookId, Number(fields.copies)) };
    if (omits !== 'replace') books.set(bookId, replaced);
    return { status: 200, body: replaced };
  };
  const lend = (text: string): Told => {
    const fields = parse(text, schemas.newLoan);
    if (typeof fields === 'string') return refuse(400, fields);
    const book = books.get(String(fields.bookId));
    if (!book) return refuse(404, 'There is no such book.');
    if (freeOf(String(fields.bookId), Number(book.copies)) === 0) return refuse(409, 'No copy is left.');
    const due = new Date(Date.now() + Number(fields.days ?? 14) * 86_400_000).toISOString().slice(0, 10);
    const loan = { ...fields, loanId: loans.size + 1, due, state: 'lent' };
    loans.set(String(loan.loanId), loan);
    return { status: 201, body: loan };
  };
  const loan = (loanId: string, text: string | undefined): Told => {
    if (!/^[1-9]\d*$/.test(loanId)) return refuse(400, 'loanId is a number.');
    const found = loans.get(loanId);
    if (!found) return refuse(404, 'There is no such loan.');
    if (text === undefined) return { status: 200, body: found };
    const condition = new URLSearchParams(text).get('condition');
    if (condition !== null && !['good', 'worn', 'damaged'].includes(condition))
      return refuse(400, 'condition is good, worn or damaged.');
    if (found.state === 'returned' && omits !== 'return') return refuse(409, 'It was returned before.');
    const returned = { ...found, state: 'returned' };
    loans.set(loanId, returned);
    return { status: 200, body: returned };
  };
  const route = (asked: Asked): Told => {
    const { method, path, query, headers, text } = asked;
    const [, room, id, action] = path.split('/');
    const methods =
      room === 'books'
        ? id === undefined
          ? ['GET', 'POST']
          : ['GET', 'PUT', 'DELETE']
        : room === 'loans'
          ? id === undefined || action === 'return'
            ? ['POST']
            : ['GET']
          : [];
    if (methods.length === 0) return refuse(404, 'There is nothing here.');
    const key = headers['x-library-key'];
    if (omits !== 'key' && (omits === 'key value' ? key === undefined : key !== libraryKey && key !== otherLibraryKey))
      return refuse(401, 'The key is unknown.');
    if (!methods.includes(method)) return { ...refuse(405, 'Not by this method.'), headers: { Allow: methods.join(', ') } };
    const name = decodeURIComponent(id ?? '');
    if (room === 'books') return id !== undefined ? one(asked, name) : method === 'GET' ? list(query) : add(text, key);
    return id === undefined ? lend(text) : loan(name, action === 'return' ? text : undefined);
  };
  return serveWith(defect, route);
}
