import { isDeepStrictEqual } from 'node:util';
import { compileSchema } from '../contract/compile-schema.ts';
import { type Contract, keyOf, type Operation, operationById } from '../contract/contract.ts';
import { valueIn } from '../contract/follow-path.ts';
import { follow } from '../contract/follow-reference.ts';
import type { Origin } from '../contract/plain/facts.ts';
import { textsLike } from '../contract/plain/give-examples.ts';
import { sampleOf } from '../contract/sample-of.ts';
import { type Exchange, type HttpResponse, isSuccess, responseHeader, responseJson } from '../http/exchange.ts';
import { onceFor } from '../once-for.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import { sleep } from '../places/places.ts';
import { fewestFor } from './body-for.ts';
import { headerOf, readTag } from './entity-tag.ts';
import { type Call, nameIn } from './name-in.ts';
import { type Inputs, requestFor, sampleFor } from './request-for.ts';
import type { Subject } from './subject.ts';
import { renewTexts, withNewTexts } from './unique-texts.ts';
import { isEntries } from './write-parameter.ts';

/** How to recognize the end of a process that an operation starts: a response of `read` contains the values of `when`. */
interface Ends {
  read: string;
  when: Inputs;
  /** Maximum number of seconds that the process may take. */
  within?: number;
}

export const endsOf = ({ document }: Contract, { pointer }: Operation): Ends | undefined =>
  follow(document, `#${pointer}`)['x-ends'] as Ends | undefined;

export const hasEnded = ({ when }: Pick<Ends, 'when'>, { answer }: Exchange): boolean =>
  Object.entries(when).every(([path, value]) =>
    isDeepStrictEqual((answer && valueIn(responseJson(answer), path.split('/'))) ?? null, value),
  );

/** Reads the process that a call started, until the process ends or its time is over. Pauses as `Retry-After` says. */
export async function awaitEnd(subject: Subject, operation: Operation, call: Call): Promise<Call> {
  const ends = endsOf(subject.contract, operation);
  if (!ends) return call;
  const reading = operationById(subject.contract, ends.read);
  const last = Date.now() + 1000 * (ends.within ?? patience);
  for (;;) {
    const end = await subject.send(requestFor(reading, namesIn(reading, operation, call)));
    const pause = 1000 * Number((end.answer && responseHeader(end.answer, 'retry-after')) ?? 0);
    const next = Date.now() + Math.max(100, pause || 0);
    if (!isAccepted(reading, end.answer) || hasEnded(ends, end) || next > last) return { ...call, end };
    await sleep(next - Date.now());
  }
}

const tried = 5;
/** Maximum number of seconds to wait for the end of a process, if the document does not state one. */
const patience = 10;
/** Maximum length of a chain of calls in which each needs the result of the one before. */
const deepest = 6;

/** Returns whether the response shows that the deployment accepted the request. */
export function isAccepted({ plain }: Operation, response: HttpResponse | undefined): boolean {
  if (response === undefined) return false;
  const isDocumented = plain?.responses.some(({ status }) => status === String(response.status) || status === '3XX') ?? false;
  return isSuccess(response) || (response.status >= 300 && response.status < 400 && isDocumented);
}

/** Returns the shared call of a plain document's operation: the first that the deployment accepted, or else the first of all. */
export const sharedCall = (subject: Subject, operation: Operation): Promise<Call> =>
  subject.share(`accepted ${operation.slug}`, () => callAnew(subject, operation, []));

/** Calls an operation. If it changes objects, creates new objects for the call. */
async function callAnew(subject: Subject, operation: Operation, within: readonly string[]): Promise<Call> {
  demandTried(operation);
  const named = await namedValues(subject, operation, within);
  let first: Call | undefined;
  const own = bodiesOf(subject, operation)
    .slice(0, tried)
    .map((body) => ({ ...body, ...named }));
  const byExample = exampleName(operation);
  for (const wanted of byExample ? [...own, ...own.map((one) => ({ ...one, ...byExample }))] : own) {
    const values = await renewTexts(subject.wire, operation, wanted);
    const exchange = await subject.send(requestFor(operation, values));
    if (isAccepted(operation, exchange.answer)) return awaitEnd(subject, operation, { values, exchange });
    first ??= { values, exchange };
    // With these statuses, the deployment would refuse any other body too.
    if ([401, 403, 405, 501].includes(exchange.answer?.status ?? 0)) break;
  }
  const refused = first as Call;
  return (await callRenewed(subject, operation, refused)) ?? (await callInState(subject, operation, within, refused)) ?? refused;
}

/** For each operation that needs an object in a certain state, the operations that bring a new object into it. */
const waysIn = onceFor((_: Subject) => new Map<Operation, readonly Operation[]>());
/** Maximum number of operations to try as a step into a state. */
const mostSteps = 5;

/** Repeats a call that was perhaps refused because of an object's state. First calls one or two actions on a new object. */
async function callInState(
  subject: Subject,
  operation: Operation,
  within: readonly string[],
  { exchange }: Call,
): Promise<Call | undefined> {
  const { operations } = subject.contract;
  const origins = [...(operation.plain?.origins.values() ?? [])].filter(({ makes }) => makes);
  const status = exchange.answer?.status ?? 0;
  const isOfState = status === 409 || (!operation.hasBody && [400, 403, 422].includes(status));
  if (!isOfState || !changes(operation)) return undefined;
  const steps = operations.filter((one) => {
    const isAction = one !== operation && one.method === 'POST' && !one.path.endsWith('}') && one.plain?.untried === undefined;
    return isAction && [...(one.plain?.origins.values() ?? [])].some((own) => origins.some((other) => isSame(own, other)));
  });
  const few = steps.slice(0, mostSteps);
  const ways = waysIn(subject);
  for (const way of [...few.map((one) => [one]), ...few.flatMap((one) => few.map((other) => [one, other]))]) {
    ways.set(operation, way);
    const wanted = { ...bodiesOf(subject, operation)[0], ...(await namedValues(subject, operation, within)) };
    const values = await renewTexts(subject.wire, operation, wanted);
    const made = await subject.send(requestFor(operation, values));
    if (isAccepted(operation, made.answer)) return { values, exchange: made };
  }
  ways.delete(operation);
  return undefined;
}

/** Statuses by which a server says that a name is taken. */
const ofTaken = [400, 409, 422];

/** Repeats a refused call that was meant to create an object. Sends other strings this time, because a name may be taken. */
async function callRenewed(subject: Subject, operation: Operation, { values, exchange }: Call): Promise<Call | undefined> {
  if (operation.method !== 'POST' || !ofTaken.includes(exchange.answer?.status ?? 0)) return undefined;
  return withNewTexts(subject.wire, operation, values, async (renewed) => {
    const made = await subject.send(requestFor(operation, renewed));
    return isAccepted(operation, made.answer) ? { values: renewed, exchange: made } : undefined;
  });
}

/** Checks that the suite can call the operation. @throws CaseSkipped if it cannot */
export function demandTried({ plain }: Operation): void {
  if (plain?.untried !== undefined) throw new CaseSkipped(`Not tried, because ${plain.untried}.`);
}

/** Returns the shared call. Skips the case if it was refused, because a similar call may be refused for the same reason. */
export async function acceptedCall(subject: Subject, operation: Operation): Promise<Call> {
  const call = await sharedCall(subject, operation);
  const { answer: response } = call.exchange;
  if (isAccepted(operation, response)) return call;
  throw new CaseSkipped(
    `Not tried, because ${operation.method} ${operation.path} returned ${response?.status} to what the document says: give an example that this deployment takes.`,
  );
}

/** Returns values for another call. If the operation changes an object, the values identify a new object. */
export async function freshValues(subject: Subject, operation: Operation): Promise<Inputs> {
  const { values: shared, exchange } = await sharedCall(subject, operation);
  if (!changes(operation)) return shared;
  const byExample = exampleName(operation) ?? {};
  const isByExample = Object.entries(byExample).every(([name, value]) => shared[name] === value);
  const make = async (): Promise<Inputs> => ({
    ...{ ...shared, ...(await namedValues(subject, operation, [])) },
    ...(isByExample && byExample),
  });
  if (operation.method !== 'POST' || !isAccepted(operation, exchange.answer)) return make();
  // The repeated call may change the objects that it identifies, so it gets objects of its own.
  await subject.share(`repeated ${operation.slug}`, async () => {
    const values = await make();
    return callRenewed(subject, operation, { values, exchange: await subject.send(requestFor(operation, values)) });
  });
  return renewTexts(subject.wire, operation, await make());
}

/** Returns values for a call on an object that exists. If the client chooses its id, a first call creates it. */
export async function valuesOfMade(subject: Subject, operation: Operation): Promise<Inputs> {
  const values = await freshValues(subject, operation);
  const isOwn = [...(operation.plain?.origins.values() ?? [])].some((origin) => origin.operation === operation.id);
  if (isOwn) await subject.send(requestFor(operation, values));
  return values;
}

const changes = ({ method }: Operation): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/**
 * Returns the values that identify objects. Takes them from the operations that create or list these objects. Starts with the
 * most deeply nested objects, and takes their parents' ids from the same calls: a pet must be requested with its own owner.
 */
async function namedValues(subject: Subject, operation: Operation, within: readonly string[]): Promise<Inputs> {
  const found: Inputs = {};
  const origins = [...(operation.plain?.origins ?? [])].map(([key, origin]) => {
    const maker = operationById(subject.contract, origin.operation);
    return { key, origin, maker, depth: depthOf(subject.contract, maker) };
  });
  for (const { key, origin, maker } of origins.sort((one, other) => other.depth - one.depth)) {
    if (Object.hasOwn(found, key) || within.includes(maker.id) || maker.plain?.untried !== undefined) continue;
    if (origin.chosen !== undefined && maker.id === operation.id) {
      found[key] = newName(operation, origin.chosen);
      continue;
    }
    const isOwn = changes(operation) && origin.makes;
    const call = isOwn ? await callAnew(subject, maker, [...within, operation.id]) : await sharedCall(subject, maker);
    const value = nameIn(call, origin);
    if (value === undefined) continue;
    // If a path contains several ids, such as /repos/{owner}/{repo}, all of them must come from the same call.
    const beside = origins.filter(({ origin: one }) => origin.place !== undefined && one.place === origin.place);
    const names = beside.map((one) => [one.key, nameIn(call, one.origin)]);
    Object.assign(found, { ...namedAlike(operation, maker, call), ...found, ...Object.fromEntries(names), [key]: value });
  }
  for (const step of waysIn(subject).get(operation) ?? []) {
    const names = namedAlike(step, operation, { values: found });
    await subject.send(requestFor(step, { ...bodiesOf(subject, step)[0], ...names }));
  }
  const match = headerOf(operation, 'if-match');
  const tag = match?.required && changes(operation) ? await readTag(subject, operation, found) : undefined;
  return match && tag !== undefined ? { ...found, [keyOf(match)]: tag } : found;
}

/** Returns the document's example of a name that the client chooses. The deployment may accept only names from examples. */
function exampleName(operation: Operation): Inputs | undefined {
  const [key] = [...(operation.plain?.origins ?? [])].find(([, one]) => one.hasExample && one.operation === operation.id) ?? [];
  const parameter = operation.parameters.find((one) => keyOf(one) === key);
  return parameter && { [keyOf(parameter)]: sampleOf(parameter.schema, parameter.pointer) };
}

/** Returns how many operations must be called, one after the other, before this call is possible. */
function depthOf(contract: Contract, { id: own, plain }: Operation, left = deepest): number {
  if (left === 0) return 0;
  // Excludes the operation itself: a PUT may create the object whose id the client chose.
  const makers = new Set([...(plain?.origins.values() ?? [])].map(({ operation }) => operation).filter((id) => id !== own));
  return 1 + Math.max(0, ...[...makers].map((id) => depthOf(contract, operationById(contract, id), left - 1)));
}

const isSame = (one: Origin, other: Origin): boolean =>
  isDeepStrictEqual({ ...one, isShared: undefined }, { ...other, isShared: undefined });

/** Returns the ids of objects that a call of another operation has used and that this operation needs too. */
function namedAlike(operation: Operation, other: Operation, { values }: Pick<Call, 'values'>): Inputs {
  const named = [...(other.plain?.origins ?? [])].filter(([key]) => Object.hasOwn(values, key));
  return Object.fromEntries(
    [...(operation.plain?.origins ?? [])].flatMap(([key, origin]) => {
      const same = named.find(([, one]) => isSame(one, origin));
      return same ? [[key, values[same[0]]]] : [];
    }),
  );
}

/** Returns the operation's values for the object that a call created, and for the objects that contain it. */
export function namesIn(operation: Operation, maker: Operation, call: Call): Inputs {
  const made = [...(operation.plain?.origins ?? [])].flatMap(([key, origin]) => {
    const value = origin.operation === maker.id ? nameIn(call, origin) : undefined;
    return value === undefined ? [] : [[key, value] as const];
  });
  return { ...namedAlike(operation, maker, call), ...Object.fromEntries(made) };
}

/** Makes a new value for a parameter with which the client chooses the id of the object to create. */
export function newName({ parameters }: Operation, key: string): unknown {
  const { schema = {}, pointer = '' } = parameters.find((one) => keyOf(one) === key) ?? {};
  const isAllowed = compileSchema(schema);
  const { pattern } = schema;
  const seed = Math.floor(Math.random() * 2 ** 31);
  const names = [
    `a${seed.toString(36)}`,
    crypto.randomUUID(),
    ...(typeof pattern === 'string' ? textsLike(pattern, seed) : []),
    seed,
  ];
  return names.find((name) => name !== '' && isAllowed(name)) ?? sampleOf(schema, pointer);
}

/** Lists bodies that the deployment should accept: the examples, and others with the fewest fields, all fields or empty lists. */
function bodiesOf(subject: Subject, operation: Operation): Inputs[] {
  const { plain, hasBody, request } = operation;
  if (!hasBody || !plain) return [{}];
  const { bodyName, examples } = plain;
  const isRight = compileSchema(request);
  const named = bodyName === undefined ? examples : examples.map((example) => ({ [bodyName]: example }));
  const objects = named.filter(isEntries).filter((one) => isRight(one));
  const fewest = fewestFor(subject, operation, undefined);
  const all = Object.fromEntries(Object.keys(request.properties ?? {}).map((name) => [name, sampleFor(operation, name)]));
  // The ids in a list cannot be made up, but an empty list may be accepted.
  const empty = JSON.parse(JSON.stringify(fewest), (_, value) => (Array.isArray(value) ? [] : value)) as Inputs;
  const bodies = [...objects, fewest, all, empty];
  const right = bodies.filter((one) => isRight(one));
  return (right.length > 0 ? right : bodies).filter(
    (one, index, every) => every.findIndex((other) => isDeepStrictEqual(one, other)) === index,
  );
}
