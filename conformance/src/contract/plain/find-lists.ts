import { isDeepStrictEqual } from 'node:util';
import { compileSchema } from '../compile-schema.ts';
import type { Operation, Pages, Parameter, Schema } from '../contract.ts';
import { follow, locate } from '../follow-reference.ts';
import type { Filters, Listing } from './facts.ts';
import { bare, keyFor, listIn, locateSuccess, propertiesOf } from './find-keys.ts';
import type { Stated } from './find-origins.ts';

/** Usual names of the parameters for pages, in the form that `bare` returns, and the type of their values. */
const usual: Record<'limit' | 'cursor' | 'page' | 'offset', [type: string, names: string[]]> = {
  limit: ['integer', ['limit', 'perpage', 'pagesize', 'maxresults']],
  cursor: ['string', ['cursor', 'pagetoken', 'pagecursor', 'continuationtoken', 'nexttoken']],
  page: ['integer', ['page', 'pagenumber']],
  offset: ['integer', ['offset', 'skip']],
};
const ofNext = ['nextcursor', 'nextpagetoken', 'nexttoken', 'continuationtoken'];

type StatedPages = Partial<Pages & Record<'page' | 'offset' | 'total', string>>;

/** Reads how an operation returns a list: from `x-pages` or, without it, from names that mean the same in all documents. */
export function findList(document: Schema, { operation, schema }: Stated, operations: readonly Operation[]): Listing | undefined {
  const success = operation.method === 'GET' ? locateSuccess(document, operation) : undefined;
  if (success === undefined) return undefined;
  const stated = schema['x-pages'] as StatedPages | undefined;
  const properties = propertiesOf(document, success.schema);
  const held = stated?.items === undefined ? undefined : locate(document, properties[stated.items] ?? {}, '').schema;
  const found = held?.items
    ? { path: [stated?.items as string], items: locate(document, held.items as Schema, '').schema }
    : listIn(document, success.schema, operation.path);
  const maker = makerOfItems(operations, operation);
  const name = maker?.method === 'PUT' ? maker.parameters.findLast((one) => one.in === 'path')?.name : undefined;
  const id = found && keyFor(document, found.items, name ?? 'id', operation.path);
  if (!found || !id) return undefined;
  const query = operation.parameters.filter(({ in: place, key }) => place === 'query' && key === undefined);
  const named = (kind: keyof typeof usual): Parameter | undefined => {
    const [type, names] = usual[kind];
    return query.find(({ name, schema: one }) =>
      stated ? name === stated[kind] : names.includes(bare(name)) && [one.type].flat().includes(type),
    );
  };
  const [limit, cursor, page, offset] = [named('limit'), named('cursor'), named('page'), named('offset')];
  const next = stated ? stated.next?.split('/') : nameIn(document, properties, (name) => ofNext.includes(bare(name)));
  const first = page?.schema.default ?? page?.schema.minimum;
  const total = stated
    ? stated.total
    : nameIn(document, properties, (one) => /^total(count|items|results)?$/.test(bare(one)))?.join('/');
  const turns = [
    ...(cursor && next ? [{ turn: cursor.name, next }] : []),
    ...(page && typeof first === 'number' ? [{ turn: page.name, first }] : []),
    ...(offset ? [{ turn: offset.name }] : []),
  ];
  const fields = propertiesOf(document, found.items);
  const { certain, possible } = guessFilters(document, query, fields);
  return {
    ...{ path: found.path, id, isStated: stated !== undefined, possible },
    ...(limit && turns[0] && { pages: { ...sizesOf(limit), ...turns[0] } }),
    ...(total !== undefined && { total }),
    filters: stated?.filters ?? certain,
    sorts: [...(stated?.sorts ?? []), ...(stated?.sorts?.some(isAskedFor) ? [] : findSorts(query, fields))],
    order: orderIn(String(schema.description), fields),
  };
}

/** Returns whether the client asks for a sort order with query parameters. Otherwise it is the order that the list always has. */
const isAskedFor = (sort: Listing['sorts'][number]): boolean => Object.keys(sort.with).length > 0;

/** Reads from a description by which field a list is sorted: the field that it names or, if it names none, the creation time. */
function orderIn(said: string, fields: Record<string, Schema>): Listing['order'] {
  const [, name] = /\b(?:sorted|ordered) by `?(\w+)/i.exec(said) ?? [];
  const times = ['createdat', 'created', 'at', 'timestamp', 'date'];
  const by = Object.keys(fields).find((one) => (name === undefined ? times.includes(bare(one)) : one === name));
  const [, first] = /\b(newest|latest|largest|highest|oldest|earliest|smallest|lowest) first\b/i.exec(said) ?? [];
  if (by === undefined || first === undefined) return undefined;
  return { with: {}, by, ...(/^[nlh](?!ow)/i.test(first) && { descending: true }) };
}

const sizesOf = ({ name, schema }: Parameter): { limit: string; largest: number; sizes: number[] } => ({
  limit: name,
  largest: Number(schema.maximum ?? schema.default ?? 10),
  sizes: [1, 2].filter((size) => compileSchema(schema)(size)),
});

/** Finds a field by its name, in the response itself or in an object in it. */
function nameIn(document: Schema, properties: Record<string, Schema>, isIt: (name: string) => boolean): string[] | undefined {
  const own = Object.keys(properties).find(isIt);
  if (own !== undefined) return [own];
  const inner = Object.entries(properties).flatMap(([name, start]) => {
    const found = Object.keys(propertiesOf(document, locate(document, start, '').schema)).find(isIt);
    return found === undefined ? [] : [[name, found]];
  });
  return inner[0];
}

/** Names of filters that always refer to the field of the same name. By contrast, a parameter `currency` may convert prices. */
const ofFilters = new Set(['status', 'state', 'kind', 'type', 'category']);

/**
 * Finds parameters that may filter the list. One with the name and enum values of an item's field certainly does so if its name
 * is usual for filters, or if its description says so. Others may mean something else: `archived` may add archived items.
 */
function guessFilters(
  document: Schema,
  query: readonly Parameter[],
  fields: Record<string, Schema>,
): { certain: Filters; possible: Filters } {
  const [certain, possible]: [Filters, Filters] = [{}, {}];
  for (const { name, schema, pointer } of query) {
    const { description } = follow(document, `#${pointer}`);
    const field = Object.keys(fields).find((one) => bare(one) === bare(name));
    const { enum: shown = [], type } = field === undefined ? {} : locate(document, fields[field] as Schema, '').schema;
    const sent = (schema.items as Schema | undefined) ?? schema;
    for (const range of field === undefined ? rangeOf(document, name, schema, String(description), fields) : [])
      possible[name] = range;
    if (field === undefined || !isDeepStrictEqual(types(sent.type), types(type))) continue;
    const filter = { field, is: 'equal' as const };
    const isListed = Boolean(sent.enum?.some((one) => one !== null && shown.includes(one)));
    // A parameter with a value that no item can have is no simple filter: `ended` may stand for several states.
    const isKnown = sent.enum?.every((one) => [null, 'all', 'any', ...shown].includes(one));
    if (isListed && isKnown && (ofFilters.has(bare(name)) || /\bfilter|\bonly\b/i.test(String(description))))
      certain[name] = filter;
    if (isListed || sent.enum === undefined) possible[name] = filter;
  }
  return { certain, possible };
}

/** Finds the field that a parameter such as `minPrice` limits. For `from` or `until`, the description must name the field. */
function rangeOf(document: Schema, name: string, sent: Schema, said: string, fields: Record<string, Schema>): Filters[string][] {
  const [, side, ofSide = '', start = '', way = side] =
    /^(min|max)(.+)$|^(.*?)(from|since|after|to|until|before)$/.exec(bare(name)) ?? [];
  const alike = Object.keys(fields).filter((one) => {
    const { type, format } = locate(document, fields[one] as Schema, '').schema;
    return sent.format === format && isDeepStrictEqual(types(sent.type), types(type));
  });
  const named = alike.filter((one) =>
    ofSide + start ? stemOf(one).startsWith(stemOf(ofSide + start)) : sent.format && said.toLowerCase().includes(stemOf(one)),
  );
  const [field, ...others] = named.length > 0 ? named : alike.filter((one) => said.split(/\W+/).includes(one));
  if (way === undefined || field === undefined || others.length > 0) return [];
  if (/^(min|from|since|after)$/.test(way)) return [{ field, is: way === 'after' ? 'above' : 'at-least' }];
  return [{ field, is: way === 'before' || /\bbefore\b/.test(said) ? 'below' : 'at-most' }];
}

/** Removes the ending that marks a name as that of a time or date: returns `start` for `startsAt`. */
const stemOf = (name: string): string => bare(name).replace(/(?<=.{3})(s?at|on|time|date)$/, '');

const types = (type: unknown): unknown[] => [type].flat().filter((one) => one !== 'null');

/**
 * Finds the values that sort a list by a field of its items in either direction: `points` and `-points`, or `points` beside a
 * parameter with asc and desc.
 */
function findSorts(query: readonly Parameter[], fields: Record<string, Schema>): Listing['sorts'] {
  const direction = query.find(({ schema: { enum: listed = [] } }) =>
    isDeepStrictEqual(listed.map((one) => String(one).toLowerCase()).sort(), ['asc', 'desc']),
  );
  return query.flatMap((parameter): Listing['sorts'] => {
    const { name, schema } = parameter;
    const listed = (((schema.items as Schema | undefined) ?? schema).enum ?? []).map(String);
    if (parameter === direction || !/^(sort|order)/i.test(name)) return [];
    const send = (value: string): unknown => (schema.items ? [value] : value);
    const ways = listed.map((value) => {
      const [, sign, plain = '', word] = /^([-+]?)(.*?)(?:[_:. -]?(asc|desc))?$/i.exec(value) ?? [];
      const isDown = sign === '-' || word?.toLowerCase() === 'desc';
      return { value, key: bare(plain), isDown };
    });
    return Object.keys(fields).flatMap((by): Listing['sorts'] => {
      const own = ways.filter(({ key }) => key === bare(by));
      const [up, down] = [own.find(({ isDown }) => !isDown), own.find(({ isDown }) => isDown)];
      const both = (one: object, other: object) => [
        { with: { [name]: send(up?.value ?? ''), ...one }, by },
        { with: { [name]: send((down ?? up)?.value ?? ''), ...other }, by, descending: true },
      ];
      if (up && down) return both({}, {});
      if (!direction || !up) return [];
      const [asc, desc] = ['asc', 'desc'].map((word) => direction.schema.enum?.find((one) => String(one).toLowerCase() === word));
      return both({ [direction.name]: asc }, { [direction.name]: desc });
    });
  });
}

/** Finds the operation that makes the items of a list: the POST at its path, or a PUT below it, whose caller chooses the id. */
export function makerOfItems(operations: readonly Operation[], { path }: Operation): Operation | undefined {
  const isPut = (one: Operation): boolean =>
    one.path.startsWith(`${path}/{`) &&
    !one.path.slice(path.length + 1).includes('/') &&
    [...(one.plain?.origins.values() ?? [])].some(({ operation, chosen }) => operation === one.id && chosen !== undefined);
  const tried = operations.filter(({ plain }) => plain?.untried === undefined);
  return tried.find((one) => one.method === 'POST' && one.path === path) ?? tried.find((one) => isPut(one));
}
