import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type Asked, readSchemas, type Served, serveJson, type Told } from './serve-json.ts';

/** Path of the contract that this server implements. */
export const boardContract = join(import.meta.dirname, 'board.yaml');
export const boardKey = 'board-key-0123456789';

/** Defects of the board server. Each name says what the server does wrong. */
export const boardDefects = {
  /** Defects that can be found with the document alone. */
  plain: [
    ...['cursor is ignored', 'cursor skips a note', 'cursor repeats a note', 'never a next cursor', 'limit is ignored'],
    ...[
      'page is ignored',
      'pages skip a board',
      'state is ignored',
      'sort is ignored',
      'sort is reversed',
      'sort compares texts',
    ],
    ...['dropped note is listed', 'change clears the remark', 'null is ignored'],
  ],
  /** Defects that can be found only with a fact. */
  stated: [
    ...['next cursor on the last page', 'unknown cursor is the first page', 'third note is not listed', 'total of the page'],
    ...['boardId is ignored', 'lock is not kept', 'unlock does nothing', 'locked note is changed', 'unknown board is taken'],
  ],
};

interface Note {
  noteId: string;
  boardId: string;
  rank: number;
  state: string;
  remark: unknown;
}

/** Starts the board server: the correct one, or one with a defect. */
export function serveBoard(defect?: string): Promise<Served> {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema({ $id: 'board', components: { schemas: readSchemas(boardContract) } });
  const validate = (name: string) => ajv.compile({ $ref: `board#/components/schemas/${name}` });
  const bodies = { boards: validate('NewBoard'), notes: validate('NewNote'), change: validate('NoteChange') };
  const boards: { boardId: string }[] = [];
  let notes: Note[] = [];
  const [hidden, locked] = [new Set<string>(), new Set<string>()];
  const has = (one: string): boolean => defect === one;
  const refuse = (status: number, error = 'No.'): Told => ({ status, body: { error } });
  const parse = (text: string, kind: keyof typeof bodies): Record<string, unknown> | undefined => {
    try {
      const body: unknown = JSON.parse(text);
      return bodies[kind](body) ? (body as Record<string, unknown>) : undefined;
    } catch {
      return undefined;
    }
  };
  /** Reads a number from the query. Returns NaN if the number is not allowed. */
  const count = (query: URLSearchParams, name: string, otherwise: number, most: number): number => {
    const text = query.get(name) ?? String(otherwise);
    return /^[1-9]\d*$/.test(text) && Number(text) <= most ? Number(text) : Number.NaN;
  };
  const listBoards = (query: URLSearchParams): Told => {
    const [page, limit] = [count(query, 'page', 1, 2 ** 31), count(query, 'per_page', 20, 100)];
    if (Number.isNaN(page + limit)) return refuse(400);
    const from = has('page is ignored') ? 0 : (page - 1) * limit + (has('pages skip a board') && page > 1 ? 1 : 0);
    const shown = boards.slice(from, from + limit);
    return { status: 200, body: shown, headers: { 'X-Total': `${has('total of the page') ? shown.length : boards.length}` } };
  };
  const listNotes = (query: URLSearchParams): Told => {
    const limit = has('limit is ignored') ? 50 : count(query, 'limit', 10, 50);
    const [cursor, state, boardId, remark, sort] = ['cursor', 'state', 'boardId', 'remark', 'sort'].map((name) =>
      query.get(name),
    );
    if (Number.isNaN(count(query, 'limit', 10, 50)) || (state && state !== 'open' && state !== 'done')) return refuse(400);
    if ((sort && !/^-?rank$/.test(sort)) || (boardId && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(boardId)))
      return refuse(400);
    const found = notes.filter(
      (one) =>
        (!state || one.state === state || has('state is ignored')) &&
        (!boardId || one.boardId === boardId || has('boardId is ignored')) &&
        (remark === null || remark === undefined || one.remark === remark) &&
        (!hidden.has(one.noteId) || has('dropped note is listed')) &&
        !(has('third note is not listed') && notes.indexOf(one) % 3 === 2),
    );
    const sign = (sort === '-rank') === has('sort is reversed') ? 1 : -1;
    const texts = has('sort compares texts');
    if (sort && !has('sort is ignored'))
      found.sort((one, other) => sign * (texts ? (String(one.rank) < String(other.rank) ? -1 : 1) : one.rank - other.rank));
    const after = cursor && !has('cursor is ignored') ? found.findIndex(({ noteId }) => noteId === cursor) : -1;
    if (cursor && after < 0 && !has('cursor is ignored') && !has('unknown cursor is the first page')) return refuse(400);
    const from = after + 1 + (after >= 0 ? (has('cursor skips a note') ? 1 : has('cursor repeats a note') ? -1 : 0) : 0);
    const shown = found.slice(from, from + limit);
    const hasNext = (from + limit < found.length || has('next cursor on the last page')) && !has('never a next cursor');
    return {
      status: 200,
      body: { notes: shown, nextCursor: (hasNext && shown.at(-1)?.noteId) || null },
    };
  };
  const add = (kind: 'boards' | 'notes', text: string): Told => {
    const fields = parse(text, kind);
    if (!fields) return refuse(400);
    if (kind === 'boards') {
      const board = { ...fields, boardId: crypto.randomUUID() };
      boards.push(board);
      return { status: 201, body: board };
    }
    if (!boards.some(({ boardId }) => boardId === fields.boardId) && !has('unknown board is taken')) return refuse(422);
    const note = { rank: 1, state: 'open', remark: null, ...fields, noteId: crypto.randomUUID() };
    notes.push(note as unknown as Note);
    return { status: 201, body: note };
  };
  const one = ({ method, text }: Asked, noteId: string, action?: string): Told => {
    const note = notes.find((each) => each.noteId === noteId && !hidden.has(noteId));
    if (!note) return refuse(404);
    if (action === 'lock' && !has('lock is not kept')) locked.add(noteId);
    if (action === 'unlock' && !has('unlock does nothing')) locked.delete(noteId);
    if (method === 'DELETE') hidden.add(noteId);
    if (method === 'DELETE' || action !== undefined) return { status: 204 };
    if (method === 'GET') return { status: 200, body: note };
    const fields = parse(text, 'change');
    if (!fields) return refuse(400);
    if (locked.has(noteId) && !has('locked note is changed')) return refuse(423);
    const sent = Object.entries(fields).filter(([, value]) => value !== null || !has('null is ignored'));
    const cleared = has('change clears the remark') ? { remark: null } : {};
    const changed = { ...note, ...cleared, ...Object.fromEntries(sent) };
    notes = notes.map((each) => (each === note ? changed : each));
    return { status: 200, body: changed };
  };
  return serveJson((asked) => {
    const { method, path, query, headers, text } = asked;
    const [, room, id, action, ...beyond] = path.split('/');
    const isAction = action === 'lock' || action === 'unlock';
    if ((room !== 'boards' && room !== 'notes') || beyond.length > 0 || (action !== undefined && !isAction)) return refuse(404);
    const methods = isAction
      ? ['POST']
      : id === undefined
        ? ['GET', 'POST']
        : room === 'boards'
          ? ['GET']
          : ['GET', 'PATCH', 'DELETE'];
    if (headers['x-board-key'] !== boardKey) return refuse(401);
    if (!methods.includes(method)) return refuse(405);
    if (id === undefined) return method === 'POST' ? add(room, text) : room === 'boards' ? listBoards(query) : listNotes(query);
    const board = boards.find(({ boardId }) => boardId === id);
    return room === 'notes' ? one(asked, id, action) : board ? { status: 200, body: board } : refuse(404);
  });
}
