import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../src/case/case.ts';
import { type Contract, keyOf, type Operation, operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, responseObject } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, type Finding } from '../../src/outcome/finding.ts';
import { acceptedCall, isAccepted, namesIn } from '../../src/subject/plain-calls.ts';
import { type Inputs, requestFor } from '../../src/subject/request-for.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { otherValues } from './changed-values.ts';
import { plainCase } from './plain-case.ts';
import { wholeCall } from './read-again.ts';
import { pathOnly } from './read-unknown.ts';

/** Number of changes that must all reset a field. A single change may have an effect on another field. */
const changesTried = 3;

/** Derives cases for a PATCH: it changes only the fields that it has, and null in a merge patch removes a field. */
export function deriveMerges(contract: Contract, operation: Operation): Case[] {
  const { method, path, plain, parameters, slug } = operation;
  const reading = contract.operations.find((one) => one.method === 'GET' && one.path === path);
  const last = parameters.findLast(({ in: place }) => place === 'path');
  const origin = last && plain?.origins.get(keyOf(last));
  // With a field mask, the mask says which fields change.
  const isMasked = parameters.some(({ name }) => /mask/i.test(name));
  if (
    method !== 'PATCH' ||
    !reading ||
    !origin?.makes ||
    origin.chosen !== undefined ||
    plain?.bodyName !== undefined ||
    isMasked
  )
    return [];
  const about: Merging = { contract, operation, reading, maker: operationById(contract, origin.operation) };
  return [
    plainCase(operation, ['left-out', 'leaves fields as they are that it does not have', `${slug}.merge`], ({ subject }) =>
      leftOut(about, subject),
    ),
    ...(plain?.mediaType.startsWith('application/merge-patch+json')
      ? [plainCase(operation, ['null', 'removes a field with null', `${slug}.merge`], ({ subject }) => removed(about, subject))]
      : []),
  ];
}

interface Merging {
  contract: Contract;
  operation: Operation;
  reading: Operation;
  maker: Operation;
}

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

/** Changes one field of an object at a time. A field that each change resets to the value of a new object was not left as it is. */
async function leftOut(about: Merging, subject: Subject): Promise<Finding[]> {
  const { contract, operation } = about;
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
  return broken(contract, `${operation.slug}.merge`, {
    member: name,
    expected: `${name} as before, because the body does not have it`,
    received: `${name}: ${showValue(found.value)}, as in a new object`,
    exchanges: [found.exchange],
  });
}

/** Sends null for each field that may be null. */
async function removed(about: Merging, subject: Subject): Promise<Finding[]> {
  const { contract, operation } = about;
  const { properties = {} } = operation.request;
  const { read, change, initial, before } = await begin(about, subject);
  const names = Object.keys(properties).filter(
    (name) => [properties[name]?.type].flat().includes('null') && !isDeepStrictEqual(before[name], initial[name]),
  );
  if (names.length === 0) throw new CaseSkipped('Not tried, because no field that may be null has a value.');
  for (const name of names) {
    const exchange = await change({ [name]: null });
    const after = isAccepted(operation, exchange.answer) ? await read() : {};
    if ((after[name] ?? null) === null || !isDeepStrictEqual(after[name], before[name])) continue;
    return broken(contract, `${operation.slug}.merge`, {
      member: name,
      expected: `no ${name}: null in a merge patch removes it`,
      received: `${name}: ${showValue(after[name])}, as before`,
      exchanges: [exchange],
    });
  }
  return [];
}
