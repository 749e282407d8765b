import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { attempt } from '../../src/text/attempt.ts';
import { checkPlain, planDocument } from '../../testing/plain/check-plain.ts';
import { type Asked, serveJson, type Told } from '../../testing/plain/serve-json.ts';

const folder = mkdtempSync(join(tmpdir(), 'plain-forms-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const integer = { type: 'integer', minimum: 0, maximum: 9 };
const bytes = { type: 'object', required: ['bytes'], properties: { bytes: { type: 'integer', minimum: 1 } } };
const colour = { type: 'string', enum: ['red', 'blue'] };
const point = { type: 'object', required: ['x'], additionalProperties: false, properties: { x: integer, y: integer } };
const responses = (status: number, schema: object = {}) => ({
  [status]: { description: '', content: { 'application/json': { schema } } },
  400: { description: '' },
});
const taking = (parameter: object) => ({ get: { parameters: [parameter], responses: responses(200) } });
const body = (type: string, schema: object, encoding: object = {}) => ({
  requestBody: { required: true, content: { [type]: { schema, encoding } } },
});
const heir = (kind: string, size: object) => ({
  allOf: [
    { $ref: '#/components/schemas/Shape' },
    { type: 'object', required: ['size'], properties: { kind: { enum: [kind] }, size } },
  ],
});

const document = {
  ...{ openapi: '3.0.3', info: { title: 'Forms', version: '1' } },
  components: {
    schemas: {
      Shape: {
        ...{ type: 'object', required: ['kind'], properties: { kind: { type: 'string' }, colour } },
        discriminator: {
          propertyName: 'kind',
          mapping: { square: '#/components/schemas/Square', line: '#/components/schemas/Line' },
        },
      },
      Square: heir('square', integer),
      Comment: {
        ...{ type: 'object', required: ['text'] },
        properties: {
          text: { type: 'string', minLength: 1 },
          replies: { type: 'array', maxItems: 2, items: { $ref: '#/components/schemas/Comment' } },
        },
      },
      Line: heir('line', { type: 'string', minLength: 2 }),
    },
  },
  paths: {
    '/pictures': {
      post: {
        ...body(
          'multipart/form-data',
          {
            ...{ type: 'object', required: ['file', 'title'] },
            properties: {
              file: { type: 'string', format: 'binary' },
              title: { type: 'string', maxLength: 9 },
              tags: { type: 'array', maxItems: 2, items: colour },
              at: point,
            },
          },
          { file: { contentType: 'image/png, image/jpeg' } },
        ),
        responses: { ...responses(201, bytes), 415: { description: '' } },
      },
    },
    '/files': { put: { ...body('image/*', {}), responses: responses(200) } },
    '/days': {
      post: {
        ...body(
          'application/x-www-form-urlencoded',
          { type: 'object', required: ['days'], properties: { days: { type: 'array', items: integer }, at: point } },
          { days: { explode: false }, at: { style: 'deepObject', explode: true } },
        ),
        responses: responses(201),
      },
    },
    '/shapes': { post: { ...body('application/json', { $ref: '#/components/schemas/Shape' }), responses: responses(201) } },
    '/comments': { post: { ...body('application/json', { $ref: '#/components/schemas/Comment' }), responses: responses(201) } },
    '/exports': {
      post: {
        ...body('application/json', {
          ...{ type: 'object', properties: { format: { enum: ['pdf', null] }, paper: { enum: ['a4', 'letter'] } } },
          dependentRequired: { paper: ['format'] },
        }),
        responses: responses(201),
      },
    },
    '/operations': {
      post: {
        ...body('application/json', {
          ...{ type: 'array', minItems: 1 },
          items: {
            oneOf: ['add', 'set'].map((op) => ({
              ...{ type: 'object', required: ['op', 'value'], additionalProperties: false },
              properties: { op: { const: op }, value: op === 'add' ? integer : { oneOf: [{ type: 'boolean' }, colour] } },
            })),
          },
        }),
        responses: responses(201),
      },
    },
    '/states': taking({ name: 'state', in: 'query', schema: { anyOf: [{ const: 'open' }, { const: 'closed' }] } }),
    '/deep': taking({ name: 'at', in: 'query', required: true, style: 'deepObject', schema: point }),
    '/apart': taking({ name: 'at', in: 'query', required: true, schema: { type: 'object', properties: point.properties } }),
    '/one': taking({ name: 'at', in: 'query', explode: false, schema: point }),
    '/header': taking({ name: 'X-At', in: 'header', explode: true, schema: point }),
    '/json': taking({ name: 'at', in: 'query', content: { 'application/json': { schema: point } } }),
    '/path/{at}': taking({ name: 'at', in: 'path', required: true, style: 'matrix', explode: true, schema: point }),
  },
};

type Fields = Record<string, unknown>;
const isDigit = (text: unknown): boolean => text === undefined || /^\d$/.test(String(text));
const isPoint = ({ x, y, ...others }: Fields, defect: string, isOpen = false): boolean =>
  (x !== undefined || isOpen || defect === 'x-is-optional') &&
  isDigit(x) &&
  (isDigit(y) || defect === 'y-unchecked') &&
  (isOpen || defect === 'any-name' || Object.keys(others).length === 0);
const paired = (texts: string[], sign = '='): Fields =>
  Object.fromEntries(
    sign === ',' ? texts.flatMap((one, at) => (at % 2 ? [] : [[one, texts[at + 1]]])) : texts.map((one) => one.split(sign)),
  );
const inBrackets = (query: URLSearchParams): Fields =>
  Object.fromEntries([...query].flatMap(([key, text]) => (/^at\[\w+\]$/.test(key) ? [[key.slice(3, -1), text]] : [])));
const isColour = (value: unknown): boolean => value === undefined || colour.enum.includes(String(value));

/** Reads the parts of a multipart body: name, headers and text of each. */
function partsOf(text: string, type: string): { name: string; head: string; text: string }[] {
  const [, boundary = ''] = /^multipart\/form-data; boundary=(\S+)$/.exec(type) ?? [];
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...rest] = part.slice(2, -2).split('\r\n\r\n');
      return { name: /name="(\w+)"/.exec(head)?.[1] ?? '', head, text: rest.join('\r\n\r\n') };
    });
}

function takePicture({ headers, text }: Asked, defect: string): Told {
  const type = String(headers['content-type']);
  if (!type.startsWith('multipart/form-data')) return { status: defect === 'any-type' ? 201 : 415, body: { bytes: 1 } };
  const parts = partsOf(text, type);
  const of = (name: string): string[] => parts.filter((part) => part.name === name).map((part) => part.text);
  const file = parts.find(({ name }) => name === 'file');
  const hasFile = file
    ? /filename="/.test(file.head) && /Content-Type: image\/png/.test(file.head)
    : defect === 'file-is-optional';
  const [title] = of('title');
  const at = of('at').map((one) => JSON.parse(one) as Fields);
  if (defect === 'place-fails' && at.length > 0) return { status: 500 };
  const tags = of('tags');
  const isRight =
    hasFile && title !== undefined && title.length <= 9 && tags.length <= 2 && (tags.every(isColour) || defect === 'any-tag');
  const arePoints = at.every((one) => isPoint(one, defect) && Object.values(one).every((value) => typeof value === 'number'));
  return { status: isRight && arePoints ? 201 : 400, body: { bytes: file?.text.length ?? 1 } };
}

function isComment({ text, replies = [] }: Fields, defect: string, depth = 0): boolean {
  const isText = typeof text === 'string' && (text !== '' || (defect === 'empty-reply' && depth > 0));
  const areFew = Array.isArray(replies) && replies.length <= 2;
  return isText && areFew && replies.every((one) => isComment(Object(one), defect, depth + 1));
}

const isExport = ({ format, paper }: Fields, defect: string): boolean =>
  ['pdf', undefined, ...(defect === 'null-refused' ? [] : [null])].includes(format as string) &&
  ['a4', 'letter', undefined].includes(paper as string) &&
  (paper === undefined || format !== undefined);

function isOperation({ op, value, ...others }: Fields, defect: string): boolean {
  if (defect === 'true-fails' && value === true) throw new Error(defect);
  const isAdded = op === 'add' && Number.isInteger(value) && (isDigit(value) || defect === 'add-unbounded');
  const isSet =
    op === 'set' && (typeof value === 'boolean' || (typeof value === 'string' && isColour(value)) || defect === 'set-unchecked');
  return (isAdded || isSet) && Object.keys(others).length === 0;
}

/** Checks whether the test server, which has this defect, accepts a JSON body. */
function isBody(path: string, text: string, defect: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  const isList = Array.isArray(value);
  if (path === '/operations')
    return isList && (value as Fields[]).length > 0 && (value as Fields[]).every((one) => isOperation(Object(one), defect));
  if (typeof value !== 'object' || value === null || isList) return false;
  return path === '/comments' ? isComment(value as Fields, defect) : isExport(value as Fields, defect);
}

function takeShape(text: string, defect: string): boolean {
  try {
    const { kind, size, colour: tint } = JSON.parse(text) as Fields;
    const isSquare = kind === 'square' && Number.isInteger(size) && isDigit(size);
    const isLine = kind === 'line' && typeof size === 'string' && (size.length > 1 || defect === 'short-line');
    return (isSquare || isLine) && (isColour(tint) || defect === 'any-colour');
  } catch {
    return false;
  }
}

function isRight(asked: Asked, defect: string): boolean {
  const { path, query, headers, text } = asked;
  const at = query.get('at');
  if (path === '/shapes') return takeShape(text, defect);
  if (['/comments', '/exports', '/operations'].includes(path)) return isBody(path, text, defect);
  if (path === '/states') return ['open', 'closed', null].includes(query.get('state')) || defect === 'any-state';
  if (path === '/files') return /^image\/\w+$/.test(String(headers['content-type'])) && text !== '';
  if (path === '/days') {
    const form = new URLSearchParams(text);
    const days = form.getAll('days');
    const place = inBrackets(form);
    const arePlaced = Object.keys(place).length === 0 || isPoint(place, defect);
    return (
      days.length === 1 && (defect === 'any-day' || (days[0] ?? '').split(',').every((day) => /^\d$/.test(day))) && arePlaced
    );
  }
  if (path === '/deep') return isPoint(inBrackets(query), defect);
  if (path === '/apart') return isPoint(Object.fromEntries(query), defect, true);
  if (path === '/one') return at === null || isPoint(paired(at.split(','), ','), defect);
  if (path === '/json') {
    const value: unknown = attempt(() => JSON.parse(at ?? '{"x":1}'));
    return typeof value === 'object' && isPoint(value as Fields, defect) && !/"[xy]":"/.test(at ?? '');
  }
  if (path === '/header') return headers['x-at'] === undefined || isPoint(paired(String(headers['x-at']).split(',')), defect);
  return isPoint(paired(decodeURIComponent(path).slice('/path/;'.length).split(';')), defect);
}

const serve =
  (defect: string) =>
  (asked: Asked): Told => {
    const item = Object.entries(document.paths).find(([path]) => path.split('/')[1] === asked.path.split('/')[1])?.[1] ?? {};
    if (!Object.hasOwn(item, asked.method.toLowerCase())) return { status: 405 };
    if (asked.path === '/pictures') return takePicture(asked, defect);
    return isRight(asked, defect) ? { status: asked.method === 'POST' ? 201 : 200, body: {} } : { status: 400 };
  };

const file = join(folder, 'forms.json');
writeFileSync(file, JSON.stringify(document));
const planned = planDocument(file);

async function failuresWith(defect: string): Promise<string[]> {
  const served = await serveJson(serve(defect));
  try {
    const results = await checkPlain(planned, served, '');
    return results.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id);
  } finally {
    await served.close();
  }
}

test('a right server of files, forms, objects in parameters and heirs has no finding, and nothing of it is left untried', async () => {
  expect(planned.contract.plain?.untried).toEqual([]);
  expect(await failuresWith('')).toEqual([]);
});

test.each([
  ['file-is-optional', 'post-pictures/body/file/absent'],
  ['any-tag', 'post-pictures/body/tags/0/not-enum'],
  ['any-type', 'post-pictures/media-type/undocumented'],
  ['place-fails', 'post-pictures/given'],
  ['any-day', 'post-days/body/days/0/not-maximum'],
  ['x-is-optional', 'get-deep/parameter/at/x/not-required'],
  ['y-unchecked', 'get-apart/parameter/at/y/not-type'],
  ['any-name', 'get-path-at/parameter/at/not-additionalProperties'],
  ['any-colour', 'post-shapes/body/body/alternative-1/colour/not-enum'],
  ['short-line', 'post-shapes/body/body/alternative-2/size/not-minLength'],
  ['empty-reply', 'post-comments/body/replies/0/text/not-minLength'],
  ['null-refused', 'post-exports/values/format/is-null'],
  ['true-fails', 'post-operations/given'],
  ['add-unbounded', 'post-operations/body/body/0/alternative-1/value/not-maximum'],
  ['set-unchecked', 'post-operations/body/body/0/alternative-2/value/not-oneOf'],
  ['any-state', 'get-states/parameter/state/not-enum'],
])('%s is found by %s', async (defect, id) => {
  expect(await failuresWith(defect)).toContain(id);
});
