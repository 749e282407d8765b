import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../src/case/case.ts';
import { compileSchema } from '../../src/contract/compile-schema.ts';
import { type Contract, keyOf, type Operation, operationById, type Schema } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { follow, pointed } from '../../src/contract/follow-reference.ts';
import { saysReplaces } from '../../src/contract/plain/find-keys.ts';
import { perhapsNull } from '../../src/contract/plain/normalise-schemas.ts';
import { type Exchange, responseObject } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, type Finding, insteadOf } from '../../src/outcome/finding.ts';
import { fewestFor } from '../../src/subject/body-for.ts';
import { otherValues } from '../../src/subject/changed-values.ts';
import { acceptedCall, isAccepted, namesIn } from '../../src/subject/plain-calls.ts';
import { type Inputs, pathOnly, requestFor } from '../../src/subject/request-for.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { wholeCall } from '../../src/subject/whole-call.ts';
import { plainCase } from './plain-case.ts';

/** Number of changes to try. If only one of them resets another field, that may be an intended effect. */
const changesTried = 3;

/** Derives cases for changes by PATCH, merge patch, JSON Patch and PUT: which fields they change, remove and leave alone. */
export function deriveMerges(contract: Contract, operation: Operation): Case[] {
  const { method, path, plain, parameters, slug, pointer } = operation;
  const reading = contract.operations.find((one) => one.method === 'GET' && one.path === path);
  const last = parameters.findLast(({ in: place }) => place === 'path');
  const origin = last && plain?.origins.get(keyOf(last));
  if (!reading || !origin?.makes) return [];
  const about: Merging = { operation, reading, maker: operationById(contract, origin.operation) };
  const make = (id: string, title: string, judge: (about: Merging, subject: Subject) => Promise<Finding[]>): Case =>
    plainCase(operation, [id, title, `${slug}.merge`], (subject) => judge(about, subject));
  if (method === 'PUT' && plain?.bodyName === undefined && saysReplaces(follow(contract.document, `#${pointer}`)))
    return [make('replaced', 'removes or resets the fields that it does not have', replaced)];
  // With a field mask, the mask says which fields change.
  const isMasked = parameters.some(({ name }) => /mask/i.test(name));
  if (method !== 'PATCH' || origin.chosen !== undefined || isMasked) return [];
  if (plain?.mediaType.startsWith('application/json-patch+json'))
    return [make('json-patch', 'does all of a JSON Patch, or nothing', patched)];
  if (plain?.bodyName !== undefined) return [];
  return [
    make('left-out', 'leaves fields as they are that it does not have', leftOut),
    ...(Object.values(operation.request.properties ?? {}).some(mayBeNull)
      ? [make('null', 'removes a field with null', removed)]
      : []),
  ];
}

interface Merging {
  operation: Operation;
  reading: Operation;
  maker: Operation;
}

const mayBeNull = (schema: Schema): boolean => [schema.type].flat().includes('null') && !(perhapsNull in schema);

/** Creates an object with all fields, and returns how to read and change it. */
async function begin({ operation, reading, maker }: Merging, subject: Subject) {
  const made = await wholeCall(subject, maker);
  if (!made) throw new CaseSkipped(`Not tried, because ${maker.method} ${maker.path} refuses a body with all fields.`);
  const { values } = await acceptedCall(subject, operation);
  const names = { ...pathOnly(operation, values), ...namesIn(operation, maker, made) };
  const read = () => show(subject, reading, names);
  const change = (body: Inputs) => subject.send(requestFor(operation, { ...names, ...body }));
  const initial = await show(subject, reading, { ...namesIn(reading, maker, await acceptedCall(subject, maker)) });
  return { read, change, initial, before: await read(), names };
}

async function show(subject: Subject, reading: Operation, names: Inputs): Promise<Inputs> {
  const { answer } = await subject.send(requestFor(reading, names));
  if (!isAccepted(reading, answer)) throw new CaseSkipped(`Not tried, because a GET returned ${answer?.status}.`);
  return (answer && responseObject(answer)) ?? {};
}

/** Changes one field of an object at a time. Reports a field that every change of another field resets to its initial value. */
async function leftOut(about: Merging, subject: Subject): Promise<Finding[]> {
  const { operation } = about;
  const kept = new Set<string>();
  const reset = new Map<string, { count: number; value: unknown; exchange: Exchange }>();
  const tried = new Set<string>();
  for (let turn = 0; turn < changesTried; turn++) {
    const { read, change, initial, before, names } = await begin(about, subject);
    const changes = otherValues(operation, names, before).map((one) => Object.entries(one).filter(([name]) => !(name in names)));
    const next = changes.find(([field]) => field && !tried.has(field[0]));
    if (!next?.[0]) break;
    tried.add(next[0][0]);
    const exchange = await change(Object.fromEntries(next));
    if (!isAccepted(operation, exchange.answer)) continue;
    const after = await read();
    for (const name of Object.keys(operation.request.properties ?? {}).filter((one) => one !== next[0]?.[0] && one in before)) {
      const isReset = !isDeepStrictEqual(before[name], after[name]) && isDeepStrictEqual(initial[name], after[name]);
      if (isReset) reset.set(name, { count: (reset.get(name)?.count ?? 0) + 1, value: after[name], exchange });
      else kept.add(name);
    }
  }
  const [name, found] = [...reset].find(([one, { count }]) => count > 1 && !kept.has(one)) ?? [];
  if (name === undefined || !found) return [];
  return broken(subject.contract, `${operation.slug}.merge`, {
    member: name,
    expected: `${name} as before, because the body does not have it`,
    received: `${name}: ${showValue(found.value)}, as in a new object`,
    exchanges: [found.exchange],
  });
}

/** Sends null for each field that may be null. */
async function removed(about: Merging, subject: Subject): Promise<Finding[]> {
  const { operation } = about;
  const { properties = {} } = operation.request;
  const { read, change, initial, before } = await begin(about, subject);
  const fields = Object.entries(properties).filter(([, schema]) => mayBeNull(schema));
  const names = fields.flatMap(([name]) => (isDeepStrictEqual(before[name], initial[name]) ? [] : [name]));
  if (names.length === 0) throw new CaseSkipped('Not tried, because no field that may be null has a value.');
  for (const name of names) {
    const exchange = await change({ [name]: null });
    const after = isAccepted(operation, exchange.answer) ? await read() : {};
    if ((after[name] ?? null) === null || !isDeepStrictEqual(after[name], before[name])) continue;
    return broken(subject.contract, `${operation.slug}.merge`, {
      member: name,
      expected: `no ${name}: null removes it`,
      received: `${name}: ${showValue(after[name])}, as before`,
      exchanges: [exchange],
    });
  }
  return [];
}

/** Sets all fields with a PUT, then only the required ones. A field that keeps the value of the first PUT was not replaced. */
async function replaced({ operation, reading, maker }: Merging, subject: Subject): Promise<Finding[]> {
  const whole = await wholeCall(subject, operation);
  if (!whole) throw new CaseSkipped('Not tried, because it refuses a body with all fields.');
  const names = pathOnly(operation, whole.values);
  const before = await show(subject, reading, names);
  const initial = await show(subject, reading, namesIn(reading, maker, await acceptedCall(subject, maker)));
  const few = fewestFor(subject, operation, undefined);
  const exchange = await subject.send(requestFor(operation, { ...names, ...few }));
  if (!isAccepted(operation, exchange.answer))
    throw new CaseSkipped(`Not tried, because it returned ${exchange.answer?.status} to its required fields.`);
  const after = await show(subject, reading, names);
  const stays = (name: string): boolean =>
    isDeepStrictEqual(before[name], whole.values[name]) &&
    isDeepStrictEqual(after[name], before[name]) &&
    !isDeepStrictEqual(before[name], initial[name]);
  const name = Object.keys(operation.request.properties ?? {}).find(
    (one) => before[one] !== undefined && !(one in few) && stays(one),
  );
  if (name === undefined) return [];
  return broken(subject.contract, `${operation.slug}.merge`, {
    member: name,
    expected: `no ${name}, or its default: the PUT replaces the object, and does not have it`,
    received: `${name}: ${showValue(after[name])}, as before`,
    exchanges: [whole.exchange, exchange],
  });
}

/** Replaces and removes single fields. A patch that replaces a field and then fails a `test` must change nothing. */
async function patched(about: Merging, subject: Subject): Promise<Finding[]> {
  const { operation, maker } = about;
  const { read, change, before } = await begin(about, subject);
  const isAllowed = compileSchema(operation.request);
  const say = (member: string, expected: string, exchange: Exchange): Finding[] =>
    broken(subject.contract, `${operation.slug}.merge`, { member, ...insteadOf(expected, exchange) });
  const send = async (steps: object[]) => {
    const exchange = isAllowed({ body: steps }) ? await change({ body: steps }) : undefined;
    return exchange && { exchange, isDone: isAccepted(operation, exchange.answer), shown: await read() };
  };
  for (const change of otherValues(maker, before, before)) {
    const name = Object.keys(change).find((one) => !isDeepStrictEqual(change[one], before[one])) ?? '';
    const [path, value] = [`/${pointed(name)}`, change[name]];
    const failed = await send([
      { op: 'replace', path, value },
      { op: 'test', path, value: before[name] },
    ]);
    if (failed?.isDone) return say(name, `no success, because the test of ${path} fails`, failed.exchange);
    if (failed && !isDeepStrictEqual(failed.shown[name], before[name]))
      return say(name, `a refusal that changes nothing: ${name} is ${showValue(failed.shown[name])} now`, failed.exchange);
    const done = await send([{ op: 'replace', path, value }]);
    if (done?.isDone && isDeepStrictEqual(done.shown[name], before[name]))
      return say(name, `${path} replaced by ${showValue(value)}`, done.exchange);
    const gone = maker.request.required?.includes(name) ? undefined : await send([{ op: 'remove', path }]);
    if (gone?.isDone && isDeepStrictEqual(gone.shown[name], done?.shown[name] ?? before[name]))
      return say(name, `no ${name}, because it was removed`, gone.exchange);
  }
  return [];
}
