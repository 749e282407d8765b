import { isDeepStrictEqual } from 'node:util';
import { listAlternatives } from '../../contract/claimed-schema.ts';
import { type Contract, echoOf, findAbout, keyOf, type Operation, type Schema } from '../../contract/contract.ts';
import { follow, locate } from '../../contract/follow-reference.ts';
import type { Origin } from '../../contract/plain/facts.ts';
import { bare, listIn, locateSuccess, propertiesOf, saysReplaces } from '../../contract/plain/find-keys.ts';
import { makerOfItems } from '../../contract/plain/find-lists.ts';
import { placeOf } from '../../contract/show-place.ts';
import { checkPlan, describeOwed } from '../../engine/check-plan.ts';
import { planAll } from '../../engine/plan-cases.ts';
import { showUnseen } from '../../text/encode-output.ts';
import { computed, renamed } from './propose-fields.ts';
import { type Counted, effects, states, values } from './propose-states.ts';

/** Prints what the contract requires but no case tests. Returns the exit code: 0 if nothing is owed, and 1 otherwise. */
export function printDebts(contract: Contract, json: boolean, print: (text: string) => void): number {
  if (contract.plain) return printUntried(contract, json, print);
  const whole = planAll(contract);
  const { planned, statements, mistakes } = whole;
  const derived = planned.filter((one) => one.derived).length;
  const share = Math.floor((1000 * derived) / planned.length) / 10;
  // If mistakes in the contract prevent the declaration of cases, reports the mistakes instead.
  const debts =
    mistakes.length > 0
      ? { requirements: [], cells: [], operations: mistakes, problems: [], echoes: [], clauses: [], idle: [] }
      : checkPlan(contract, planned, statements);
  // `describeOwed` omits cases that test no clause, because a run is possible with them. This command reports them too.
  const idle = debts.idle.map((id) => `The case ${id} names no clause of its requirement: add the clause that it tries.`);
  const owed = [...describeOwed(contract, whole), ...idle];
  const total = `${planned.length} cases, ${derived} of them derived from the contract (${share} %), for ${statements.length} statements; ${owed.length} owed.`;
  print(json ? `${JSON.stringify(debts)}\n` : `${[...owed, total].join('\n')}\n`);
  return owed.length > 0 ? 1 : 0;
}

/** Prints the untested parts of a plain document, and facts that would add cases. Fails only for untested `x-requirements`. */
function printUntried(contract: Contract, json: boolean, print: (text: string) => void): number {
  const { planned } = planAll(contract);
  const all = [...(contract.plain?.untried ?? []), ...contract.operations.flatMap((one) => beyondFacts(contract, one))];
  // Removes duplicates, because operations share parameters.
  const untried = all.filter((one, at) => all.findIndex((other) => isDeepStrictEqual(one, other)) === at);
  const next = describeNext(contract);
  const covered = new Set(planned.flatMap(({ requirement, covers = [] }) => [requirement, ...covers]));
  // Only these requirements are written in the document; the suite derives all other requirements.
  const stated = [...contract.requirements.values()].filter(({ pointer }) => /\/x-requirements\/\d+$/.test(pointer));
  const owed = stated.filter(({ id, untestable }) => untestable === undefined && !covered.has(id));
  const formOnly = stated.filter(({ id }) => {
    const own = planned.filter(({ requirement }) => requirement === id);
    return own.length > 0 && own.every(({ ofForm }) => ofForm);
  });
  const [requirements, ofForm] = [owed, formOnly].map((some) => some.map(({ id }) => id));
  const at = (pointer: string): string => placeOf(contract, pointer);
  const lines = [
    ...owed.map(
      ({ id, pointer }) =>
        `No case tries the requirement ${id} at ${at(pointer)}: state a fact from which it follows, or mark it \`untestable\` with a reason.`,
    ),
    ...formOnly.map(
      ({ id, pointer }) =>
        `Only the form of what the requirement ${id} at ${at(pointer)} is about is tried: if it says more, state that with a fact.`,
    ),
    ...untried.map(({ pointer, reason }) => `Not tried: ${at(pointer)}, because ${reason}.`),
    ...next.map(({ place, fact, buys }) => `${fact} at ${at(place)}: ${buys}.`),
    `${planned.length} cases, all of them derived from the document; ${untried.length} ${untried.length === 1 ? 'part is' : 'parts are'} not tried.`,
  ];
  const data = { cases: planned.length, requirements, ofForm, untried, next };
  print(`${json ? JSON.stringify(data) : lines.map(showUnseen).join('\n')}\n`);
  return owed.length > 0 ? 1 : 0;
}

/** Names of parameters that select fields, of body fields that set the page, and of item fields with the item's result. */
const ofFields = /^(fields?|select|expand|include|embed)$/;
const ofPages = /^(limit|perpage|pagesize|maxresults|cursor|pagetoken|page|offset)$/;
const ofResults = /^(status|code|ok|success|errors?|result)$/;

/** Lists what an operation probably promises but neither the document nor a fact can state exactly enough for a test. */
function beyondFacts({ document }: Contract, operation: Operation): { pointer: string; reason: string }[] {
  const { parameters, request, response, responsePointer, pointer, path, method, plain } = operation;
  const success = method === 'GET' ? undefined : locateSuccess(document, operation);
  const list = success && listIn(document, success.schema, path);
  const sent = Object.entries(request.properties ?? {});
  const [batch] = sent.find(([, { items }]) => (items as Schema | undefined)?.properties) ?? [];
  const isResult = Object.keys(list ? propertiesOf(document, list.items) : {}).some((name) => ofResults.test(bare(name)));
  const reasons: [at: string, applies: boolean, reason: string][] = [
    ...parameters.flatMap(({ name, in: place, pointer: at }): typeof reasons => [
      [
        at,
        place === 'query' && ofFields.test(bare(name)),
        'no fact says which fields its values add or leave out: only that they are accepted is tried',
      ],
      [at, place === 'header' && /^prefer$/i.test(name), 'a server may ignore what a client prefers'],
    ]),
    ...Object.keys(response.properties ?? {}).map((name): (typeof reasons)[0] => [
      `${responsePointer}/properties/${name}`,
      ['PUT', 'PATCH'].includes(method) && /^(updated|modified|lastmodified)(at|on)?$/.test(bare(name)),
      'no fact says that each change gives it a later time: only its form is tried',
    ]),
    [
      pointer,
      batch !== undefined && isResult && !('x-causes' in follow(document, `#${pointer}`)),
      `no fact says which result belongs to which of the ${batch}: state x-causes with some and what their results show`,
    ],
    [
      pointer,
      plain?.responses.some(({ status }) => status === '409') === true && !('x-refused-after' in follow(document, `#${pointer}`)),
      'no fact says what it refuses with 409: state x-refused-after',
    ],
    [
      pointer,
      list !== undefined && sent.some(([name]) => ofPages.test(bare(name))),
      'x-pages is for a GET: what its body says of pages and filters is only sent',
    ],
  ];
  return reasons.flatMap(([at, applies, reason]) => (applies ? [{ pointer: at, reason }] : []));
}

/** Lists the facts that could be added to a plain document. Those that add the most cases come first. */
export function describeNext(contract: Contract): Omit<Counted, 'cases'>[] {
  const { operations } = contract;
  const proposals = [echoes, pages, states, values, references, ends, replacements, computed, renamed, effects];
  const found = [...operations.flatMap((one) => proposals.flatMap((propose) => propose(contract, one))), ...owners(operations)];
  const known = new Map(found.map((one) => [`${one.place} ${one.fact}`, one]));
  return [...known.values()].sort((one, other) => other.cases - one.cases).map(({ cases: _cases, ...next }) => next);
}

/** Names of fields whose value a response does not repeat, because it is secret or new each time. */
const neverRepeated = /(token|cursor|session|secret|password)$|^(etag|version)$/i;

/** Finds response properties that share a name with a request property, although no case compares the two. */
function echoes({ operations, document }: Contract, operation: Operation): Counted[] {
  const { plain, request, response } = operation;
  // Skips a body that is not an object: it has no property names, so the suite made up `bodyName`.
  if (operation.method !== 'POST' || plain?.untried !== undefined || plain?.bodyName !== undefined) return [];
  const names = Object.entries(response.properties ?? {}).flatMap(([name, schema]) => {
    const sent = request.properties?.[name];
    return sent && !neverRepeated.test(name) && !echoOf(name, schema) && isAlike(document, sent, schema) ? [name] : [];
  });
  // If the response contains less than half of the request's fields, it is probably about something else, such as a new job.
  const sent = Object.entries(request.properties ?? {}).filter(([name, one]) => !one.writeOnly && !neverRepeated.test(name));
  if (names.length === 0 || 2 * names.length < sent.length) return [];
  const readers = operations.filter((one) => readsWhat(one, operation)).length;
  const cases = names.length * (1 + readers);
  const fact = `State x-echoes: {operation: ${operation.id}, property: …} under ${names.join(', ')}`;
  const buys = `${cases} ${cases === 1 ? 'case compares' : 'cases compare'} what is returned with what was sent`;
  return [{ place: operation.responsePointer, fact, buys, cases }];
}

/** Maximum depth to which the schemas of request and response are compared. */
const deepest = 6;

/** Returns whether a response can repeat what was sent, because it has every field of the request with the same kind of value. */
function isAlike(document: Schema, sent: Schema, start: Schema, deep = 0): boolean {
  const shown = locate(document, start, '').schema;
  if (sent.writeOnly === true || shown.writeOnly === true) return false;
  if (deep >= deepest) return true;
  const [ofSent, ofShown] = [sent, shown].map((one) => listAlternatives(one));
  if (ofSent?.length) return ofSent.every((one) => isAlike(document, one, shown, deep + 1));
  const properties = propertiesOf(document, shown);
  if (ofShown?.length && Object.keys(properties).length === 0)
    return ofShown.some((one) => isAlike(document, sent, one, deep + 1));
  const listed = (one: Schema): unknown[] | undefined => (one.const === undefined ? one.enum : [one.const]);
  const [values, others] = [listed(sent), listed(shown)];
  if (values && others) return values.every((value) => value === null || others.includes(value));
  const [types, otherTypes] = [sent, shown].map(({ type }) => [type].flat().filter((one) => one !== undefined && one !== 'null'));
  const isOther = types?.length && otherTypes?.length && !types.some((one) => otherTypes.includes(one));
  if (isOther || (sent.format !== undefined && shown.format !== undefined && sent.format !== shown.format)) return false;
  if (sent.items) return !shown.items || isAlike(document, sent.items as Schema, shown.items as Schema, deep + 1);
  return Object.entries(Object.keys(properties).length === 0 ? {} : (sent.properties ?? {})).every(
    ([name, one]) =>
      one.writeOnly === true || (properties[name] !== undefined && isAlike(document, one, properties[name], deep + 1)),
  );
}

const readsWhat = ({ method, plain }: Operation, { id }: Operation): boolean =>
  method === 'GET' && [...(plain?.origins.values() ?? [])].some(({ operation, makes }) => makes && operation === id);

/** Returns whether the server chooses the id of a new object. If clients chose it, two accounts could choose the same id. */
const isGiven = (origin: Origin | undefined): boolean => origin?.makes === true && origin.chosen === undefined;

/** Finds the operations that use the id of one of the client's objects, but do not say who may use that object. */
function owners(operations: readonly Operation[]): Counted[] {
  const named = operations.filter(
    (one) =>
      one.plain?.demandsCredentials &&
      (one.parameters.some((parameter) => isGiven(one.plain?.origins.get(keyOf(parameter)))) ||
        (one.plain.list?.isStated && one.plain.list.pages && makerOfItems(operations, one))) &&
      !findAbout(one, 'ownership'),
  );
  const [first] = named;
  if (!first) return [];
  const cases = named.length;
  const fact = `State x-requirements: [{id: …, level: MUST, about: ownership, text: …, source: …}] (and so at ${cases - 1} more)`;
  const buys = `${cases} ${cases === 1 ? 'case tries' : 'cases try'} what belongs to another account, with --other-token`;
  return [{ place: first.pointer, fact, buys, cases }];
}

/** Proposes the fact `x-pages`, which says how to page through a list. The suite then expects each object on exactly one page. */
function pages(_contract: Contract, { pointer, plain }: Operation): Counted[] {
  const { pages: read, path = [], possible = {}, total, isStated, order } = plain?.list ?? {};
  if (!(read || order) || isStated) return [];
  const { limit, turn, next, first } = read ?? {};
  const way = next ? `next: ${next.join('/')}, cursor: ${turn}` : `${first === undefined ? 'offset' : 'page'}: ${turn}`;
  const sorts = order && `sorts: [{with: {}, by: ${order.by}${order.descending ? ', descending: true' : ''}}]`;
  const filters = Object.entries(possible).map(([name, { field, is }]) => `${name}: {field: ${field}, is: ${is}}`);
  const parts = [
    ...(path.length === 1 ? [`items: ${path[0]}`] : []),
    ...(read ? [way, `limit: ${limit}`] : []),
    ...(total ? [`total: ${total}`] : []),
    ...(sorts ? [sorts] : []),
  ];
  const cases = (next ? 4 : 2) + (total ? 1 : 0) + (sorts ? 1 : 0) + 2 * filters.length;
  const facts = [...parts, ...(filters.length > 0 ? [`filters: {${filters.join(', ')}}`] : [])].join(', ');
  const buys = `${cases} cases compare its pages and filters with all that was made`;
  return [{ place: pointer, fact: `State x-pages: {${facts}}`, buys, cases }];
}

/** Values of a state field, or names of a boolean field, that show that an operation's work has ended. */
const ofEnd = /^(succeeded|success|completed?|done|finished|ready)$/i;

/** Proposes the fact `x-ends` for an operation that returns 202: the fact says when the operation's work has ended. */
function ends({ document, operations }: Contract, operation: Operation): Counted[] {
  const { pointer, plain } = operation;
  if (!plain?.responses.some(({ status }) => status === '202') || 'x-ends' in follow(document, `#${pointer}`)) return [];
  const [when, reader] = operations
    .filter((one) => readsWhat(one, operation))
    .flatMap((one) =>
      Object.entries(one.response.properties ?? {}).flatMap(([name, start]): [string, Operation][] => {
        const { type, enum: listed = [] } = locate(document, start, '').schema;
        const value = ofEnd.test(name) && type === 'boolean' ? true : listed.find((each) => ofEnd.test(String(each)));
        return value === undefined ? [] : [[`${name}: ${value}`, one]];
      }),
    )[0] ?? ['…'];
  const fact = `State x-ends: {read: ${reader?.id ?? '…'}, when: {${when}}, within: …}`;
  return [{ place: pointer, fact, buys: '1 case reads what it starts until it ends, and others use what that made', cases: 1 }];
}

/** Proposes the fact `x-replaces` for a PUT, unless the document already says whether the PUT replaces the object. */
function replacements({ document, operations }: Contract, { method, path, pointer, request, plain }: Operation): Counted[] {
  const isRead = operations.some((one) => one.method === 'GET' && one.path === path);
  const optional = Object.keys(request.properties ?? {}).filter((name) => !request.required?.includes(name));
  const schema = follow(document, `#${pointer}`);
  if (method !== 'PUT' || !isRead || optional.length === 0 || plain?.bodyName !== undefined || saysReplaces(schema)) return [];
  return [{ place: pointer, fact: 'State x-replaces: true', buys: `1 case leaves out ${optional.join(', ')}`, cases: 1 }];
}

/** Finds body fields that probably identify the same object as a path parameter, because both have the same name. */
function references({ document, operations }: Contract, operation: Operation): Counted[] {
  const { request, requestPointer, path } = operation;
  // Skips a search: with an id that does not exist, it succeeds and finds nothing.
  const found = locateSuccess(document, operation);
  if (operation.method === 'POST' && found && listIn(document, found.schema, path)) return [];
  return Object.entries(request.properties ?? {}).flatMap(([name, property]) => {
    const [origin] = operations.flatMap(({ parameters, plain }) =>
      parameters.some((one) => one.in === 'path' && one.name === name && /id$/i.test(name))
        ? (plain?.origins.get(name) ?? [])
        : [],
    );
    const maker = isGiven(origin) ? operations.find(({ id }) => id === origin?.operation) : undefined;
    const shown = maker && locateSuccess(document, maker);
    if (!origin || !shown || 'x-identifies' in property) return [];
    const fact = `State x-identifies: '#${shown.pointer}/properties/${origin.path.at(-1)}'`;
    return [{ place: `${requestPointer}/properties/${name}`, fact, buys: '1 case sends an id that was never made', cases: 1 }];
  });
}
