import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../src/case/case.ts';
import { type Contract, keyOf, type Operation, operationById, type Schema } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import type { Origin } from '../../src/contract/plain/facts.ts';
import { locateSuccess } from '../../src/contract/plain/find-keys.ts';
import { documents } from '../../src/contract/plain/read-responses.ts';
import { type Exchange, isSuccess, responseHeader, responseObject } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, type Finding } from '../../src/outcome/finding.ts';
import { firstChanged, otherValues } from '../../src/subject/changed-values.ts';
import { lookUntil } from '../../src/subject/look-until.ts';
import { type Call, nameIn } from '../../src/subject/name-in.ts';
import { acceptedCall, freshValues, isAccepted, namesIn, sharedCall, valuesOfMade } from '../../src/subject/plain-calls.ts';
import { type Inputs, pathOnly, requestFor } from '../../src/subject/request-for.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { wholeCall } from '../../src/subject/whole-call.ts';
import { isFree } from '../derive/requests/parameters.ts';
import { type Judge, plainCase } from './plain-case.ts';
import { readUnknown } from './read-unknown.ts';

/** Derives cases which check that an operation returns an object exactly as another operation has created it. */
export function deriveReadAgain(contract: Contract, operation: Operation): Case[] {
  const named = operation.parameters.filter(({ in: place }) => place === 'path').at(-1);
  const key = named && keyOf(named);
  const origin = key === undefined ? undefined : operation.plain?.origins.get(key);
  if (operation.method !== 'GET' || !origin || key === undefined || operation.plain?.untried !== undefined) return [];
  const maker = operationById(contract, origin.operation);
  const sameItem = (one: Operation): boolean => one.path === operation.path;
  const isItem = operation.path.replace(/\/$/, '').endsWith(`{${named?.name}}`);
  const deleting = contract.operations.find((one) => one.method === 'DELETE' && sameItem(one));
  const { slug } = operation;
  const make = (id: string, title: string, other: Operation, judge: Judge): Case => {
    const aspect = id === 'unknown' ? id : 'read-again';
    const about = { operations: [slug, other.slug] };
    return plainCase(operation, [id, title, `${slug}.${aspect}`], judge, about);
  };
  // Returns the rest of a path after the path of the object, such as /confirm.
  const below = (one: Operation): string =>
    one.path.startsWith(`${operation.path}/`) ? one.path.slice(operation.path.length) : '';
  const isAction = (one: Operation): boolean => one.method === 'POST' && /^\/[\w-]+$/.test(below(one));
  const changing = contract.operations.filter(
    (one) => ((sameItem(one) && one.hasBody) || isAction(one)) && changesItem(contract, operation, one),
  );
  // Only a 204 means that the object no longer exists. After another success it may be archived, or be deleted later.
  const isGone = deleting && documents(deleting, '204') && isItem && documentsNone(operation);
  return [
    ...(origin.makes && !origin.isShared
      ? [
          {
            ...make('read-again/made', `shows what ${maker.method} ${maker.path} made`, maker, async () => []),
            // A refusal of the first read is a finding, too.
            run: async ({ subject }: { subject: Subject }) => readMade({ subject, operation, maker, origin, key, isItem }),
          },
        ]
      : []),
    ...(isItem ? changing : []).map((one) =>
      make(`read-again/${below(one).slice(1) || one.method.toLowerCase()}`, `shows what ${one.method} changed`, one, (subject) =>
        readChanged(subject, operation, one),
      ),
    ),
    ...(isGone && deleting
      ? [
          make('read-again/deleted', 'no longer shows what was deleted', deleting, (subject) =>
            readDeleted(subject, operation, deleting),
          ),
        ]
      : []),
    ...(documentsNone(operation)
      ? [make('unknown', 'does not find what was never made', maker, (subject) => readUnknown(subject, operation, key))]
      : []),
  ];
}

/** Returns whether an operation changes what `reading` returns. A POST does if its 200 response has the same schema. */
const changesItem = ({ document }: Contract, reading: Operation, { method, ...one }: Operation): boolean => {
  if (method !== 'POST') return method === 'PUT' || method === 'PATCH';
  const [made, read] = [{ method, ...one }, reading].map((each) => locateSuccess(document, each));
  const shown = [read?.schema.anyOf ?? read?.schema].flat().map((part) => (part as Schema | undefined)?.$ref);
  const isSame = made?.pointer === read?.pointer || shown.includes(`#${made?.pointer}`);
  return made !== undefined && isSame && documents(one, '200');
};

/** Checks whether an operation documents a response for an object that does not exist. */
const documentsNone = ({ plain }: Operation): boolean =>
  plain?.responses.some(({ status }) => ['404', '410', '4XX'].includes(status)) ?? false;

/** An operation that reads an object, the operation that creates it, and the parameter through which they are connected. */
interface Reading {
  subject: Subject;
  operation: Operation;
  maker: Operation;
  origin: Origin;
  /** The key of the parameter that identifies the object. */
  key: string;
  /** True if the operation returns the object itself rather than something inside it. */
  isItem: boolean;
}

const headerIn = ({ answer }: Exchange, name: string): string | undefined => answer && responseHeader(answer, name);

/** Returns the ETag of a response, or undefined if the tag is weak: a weak tag need not change whenever the object changes. */
function strongTag(exchange: Exchange): string | undefined {
  const tag = headerIn(exchange, 'etag');
  return tag?.startsWith('W/') ? undefined : tag;
}

/** Reads an object with the required fields only and, if it is returned correctly, one that was created with all fields. */
async function readMade(reading: Reading): Promise<Finding[]> {
  const { subject, maker, isItem } = reading;
  const found = await readCall(reading, await acceptedCall(subject, maker));
  const whole = found.length === 0 && isItem ? await wholeCall(subject, maker) : undefined;
  return whole ? readCall(reading, whole) : found;
}

const sayOf =
  ({ contract }: Subject, { slug }: Operation, exchanges: Exchange[]) =>
  (expected: string, received: string, member?: string): Finding[] =>
    broken(contract, `${slug}.read-again`, { expected, received, exchanges, ...(member !== undefined && { member }) });

async function readCall({ subject, operation, maker, origin, key, isItem }: Reading, made: Call): Promise<Finding[]> {
  const id = nameIn(made, origin);
  const name = origin.chosen ?? (origin.path.join('.') || 'Location');
  if (id === undefined) throw new CaseSkipped(`Not tried, because ${maker.path} returned no ${name} that names it.`);
  const shared = await sharedCall(subject, operation);
  const values = { ...shared.values, ...namesIn(operation, maker, made), [key]: id };
  const look = () => subject.send(requestFor(operation, values));
  const exchange = await lookUntil(look, ({ answer }) => isAccepted(operation, answer));
  const say = sayOf(subject, operation, [made.exchange, exchange]);
  const { answer: response } = exchange;
  if (!isAccepted(operation, response)) {
    // If another required parameter had to be made up, the refusal may be due to that one.
    const isOpen = operation.parameters.some(
      (one) => one.required && !operation.plain?.origins.has(keyOf(one)) && isFree(one.schema),
    );
    const isOther = isOpen && !isAccepted(operation, shared.exchange.answer);
    if (isOther || ![404, 410].includes(response?.status ?? 0))
      throw new CaseSkipped(`Not tried, because it returned ${response?.status}.`);
    return say(
      `a success for ${name} ${showValue(id)}, which ${maker.method} ${maker.path} ${origin.chosen === undefined ? 'returned' : 'accepted'}`,
      `status ${response?.status}`,
    );
  }
  if (!isItem) return [];
  const shown = (response && responseObject(response)) ?? {};
  const other = nameIn({ values: {}, exchange }, origin);
  if (other !== undefined && !isDeepStrictEqual(other, id)) {
    return say(`${name}: ${showValue(id)}`, `${name}: ${showValue(other)}`, name);
  }
  const place = headerIn(made.exchange, 'location');
  if (place !== undefined && maker.method === 'POST' && new URL(place, made.exchange.url).href === made.exchange.url)
    return say(`Location: the URL of ${name} ${showValue(id)}`, `Location: ${place}, which lists and makes`);
  // By RFC 9110 §9.3.4, a PUT that creates an object returns 201. Ignores ids from examples, because they may already exist.
  const status = made.exchange.answer?.status ?? 0;
  if (maker.method === 'PUT' && !origin.hasExample && documents(maker, '201') && status !== 201)
    return say('status 201, because it was not there', `status ${status}`);
  const [tag, now] = [made.exchange, exchange].map(strongTag);
  const isSame = isDeepStrictEqual(made.exchange.answer && responseObject(made.exchange.answer), shown);
  if (isSame && tag !== undefined && now !== undefined && tag !== now)
    return say(`ETag: ${tag}, as ${maker.method} returned it with the same object`, `ETag: ${now}`);
  const located = nameIn({ values: {}, exchange: made.exchange }, { ...origin, path: [], place: operation.path });
  const there = located === undefined || isDeepStrictEqual(located, id) ? undefined : { ...values, [key]: located };
  const { answer: found } = there ? await subject.send(requestFor(operation, there)) : exchange;
  if (found?.status === 404) return say(`Location: the URL of ${name} ${showValue(id)}`, `Location: …/${located}, not found`);
  return compare(made.values, made.exchange, shown, say);
}

async function readChanged(subject: Subject, operation: Operation, changing: Operation): Promise<Finding[]> {
  for (const one of [operation, changing]) await acceptedCall(subject, one);
  const fresh = await valuesOfMade(subject, changing);
  const before = await subject.send(requestFor(operation, pathOnly(operation, fresh)));
  const changes = otherValues(changing, fresh, (before.answer && responseObject(before.answer)) ?? {});
  let [values, changed] = [fresh, before];
  for (values of [...changes, fresh]) {
    changed = await subject.send(requestFor(changing, values));
    if (isAccepted(changing, changed.answer)) break;
  }
  if (!changed.answer || !isSuccess(changed.answer))
    throw new CaseSkipped(`Not tried, because ${changing.method} returned ${changed.answer?.status}.`);
  const isMade = changing.method === 'PUT' && changed.answer.status === 201;
  if (isMade && isAccepted(operation, before.answer) && (documents(changing, '200') || documents(changing, '204')))
    return sayOf(subject, operation, [before, changed])('status 200 or 204, because it was there already', 'status 201');
  if (responseObject(changed.answer) === undefined) return readSilent(subject, operation, changing, before, changes);
  const look = () => subject.send(requestFor(operation, pathOnly(operation, values)));
  const differs = (exchange: Exchange): Finding[] => {
    const shown = exchange.answer && responseObject(exchange.answer);
    const say = sayOf(subject, operation, [changed, exchange]);
    if (!isAccepted(operation, exchange.answer))
      return say('a success, because it has just been changed', `status ${exchange.answer?.status}`);
    const [was = {}, is = {}] = [before, changed].map((one) => one.answer && responseObject(one.answer));
    const states = Object.keys(is).filter((name) => operation.response.properties?.[name]?.enum && name in was);
    const reverted = states.find((name) => is[name] !== was[name] && shown?.[name] === was[name]);
    if (reverted !== undefined) return say(`${reverted}: ${is[reverted]}`, `${reverted}: ${was[reverted]}, as before`, reverted);
    const [tag, now] = [before, exchange].map(strongTag);
    const isOther = shown && Object.keys(values).some((name) => name in shown && !isDeepStrictEqual(was[name], shown[name]));
    if (isOther && tag !== undefined && tag === now) return say('another ETag than before the change', `ETag: ${tag}, as before`);
    return shown ? compare(values, changed, shown, say) : [];
  };
  return differs(await lookUntil(look, (one) => differs(one).length === 0));
}

/**
 * Sends changes whose responses contain no object, until a read shows an effect. Reports a finding if no accepted change has an
 * effect. A single change proves nothing, because the server may compute the field that was changed.
 */
async function readSilent(
  subject: Subject,
  operation: Operation,
  changing: Operation,
  before: Exchange,
  changes: Inputs[],
): Promise<Finding[]> {
  const shown = before.answer && responseObject(before.answer);
  let last: Finding[] = [];
  for (const values of shown ? changes : []) {
    const changed = await subject.send(requestFor(changing, values));
    if (!isAccepted(changing, changed.answer)) continue;
    const isAsBefore = ({ answer }: Exchange) => isDeepStrictEqual(answer && responseObject(answer), shown);
    const look = () => subject.send(requestFor(operation, pathOnly(operation, values)));
    const exchange = await lookUntil(look, (one) => !isAsBefore(one));
    if (!isAsBefore(exchange)) return [];
    last = sayOf(subject, operation, [changed, exchange])(
      `another object than before, because ${changing.method} succeeded with another value`,
      `${showValue(shown)}, as before`,
    );
  }
  return last;
}

/** Compares the sent values with the stored ones. Ignores values that the first response did not repeat. */
function compare(sent: Inputs, exchange: Exchange, shown: Inputs, say: ReturnType<typeof sayOf>): Finding[] {
  const repeated = (exchange.answer && responseObject(exchange.answer)) ?? {};
  const found = firstChanged(sent, repeated, shown);
  if (!found) return [];
  const [name, was, is] = found;
  return say(`${name}: ${showValue(was)}, as ${exchange.request.method} returned it`, `${name}: ${showValue(is)}`, name);
}

async function readDeleted(subject: Subject, operation: Operation, deleting: Operation): Promise<Finding[]> {
  for (const one of [operation, deleting]) await acceptedCall(subject, one);
  const values = await freshValues(subject, deleting);
  const deleted = await subject.send(requestFor(deleting, values));
  if (!deleted.answer || !isSuccess(deleted.answer))
    throw new CaseSkipped(`Not tried, because DELETE returned ${deleted.answer?.status}.`);
  const look = () => subject.send(requestFor(operation, pathOnly(operation, values)));
  const exchange = await lookUntil(look, ({ answer }) => !answer || !isSuccess(answer));
  if (!exchange.answer || !isSuccess(exchange.answer)) return [];
  return sayOf(subject, operation, [deleted, exchange])('no success: it was deleted', `status ${exchange.answer.status}`);
}
