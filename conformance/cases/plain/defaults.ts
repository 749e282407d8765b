import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../src/case/case.ts';
import { compileSchema } from '../../src/contract/compile-schema.ts';
import { type Contract, keyOf, type Operation, type Parameter, type Schema } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { valueIn, withValueIn } from '../../src/contract/follow-path.ts';
import { follow, locate, pointed } from '../../src/contract/follow-reference.ts';
import { multipleNear } from '../../src/contract/multiples.ts';
import { propertiesOf, saysReplaces } from '../../src/contract/plain/find-keys.ts';
import { textsLike } from '../../src/contract/plain/give-examples.ts';
import { stepOf } from '../../src/contract/step-of.ts';
import { type Exchange, isSuccess, responseJson } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, type Finding } from '../../src/outcome/finding.ts';
import { acceptedCall, freshValues, isAccepted, namesIn, sharedCall } from '../../src/subject/plain-calls.ts';
import { type Inputs, requestFor } from '../../src/subject/request-for.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { isEntries } from '../../src/subject/write-parameter.ts';
import { type Judge, plainCase } from './plain-case.ts';

/** How many levels of nested objects to search for defaults. */
const deepest = 5;

/** Derives cases which check that an omitted field or query parameter has the effect of its default. */
export function deriveDefaults(contract: Contract, operation: Operation): Case[] {
  const { slug, method, parameters, request } = operation;
  const make = (id: string, name: string, judge: Judge): Case =>
    plainCase(operation, [`default/${id}`, `takes ${name} for its default where it is left out`, `${slug}.default`], judge);
  const ofQuery = parameters.filter(({ in: place, required, schema }) => place === 'query' && !required && isStated(schema));
  // A field that a PATCH leaves out stays as it was.
  const fields = (method === 'PATCH' ? [] : defaultsIn(request)).filter(({ at }) =>
    isShown(contract.document, shownBy(contract, operation)?.response, at),
  );
  return [
    ...fields.map(({ at, schema }) => make(at.join('/'), at.join('.'), (subject) => judgeField(subject, operation, at, schema))),
    ...(method === 'GET' ? ofQuery : []).map((parameter) =>
      make(keyOf(parameter), parameter.name, (subject) => judgeParameter(subject, operation, parameter)),
    ),
  ];
}

const isStated = (schema: Schema): boolean =>
  (schema.default ?? null) !== null && (compileSchema(schema)(schema.default) as boolean);

/** Lists the optional properties with a default, including those inside objects. */
function defaultsIn({ properties = {}, required = [] }: Schema, path: string[] = []): { at: string[]; schema: Schema }[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const at = [...path, name];
    const isOwn = !required.includes(name) && schema.writeOnly !== true && isStated(schema);
    return [...(isOwn ? [{ at, schema }] : []), ...(at.length < deepest ? defaultsIn(schema, at) : [])];
  });
}

/** Returns the operation that shows what `operation` stores: `operation` itself, or a GET of the object that it creates. */
function shownBy({ operations }: Contract, operation: Operation): Operation | undefined {
  if (operation.response.properties !== undefined) return operation;
  const isMade = ({ plain }: Operation): boolean =>
    [...(plain?.origins.values() ?? [])].some((origin) => origin.operation === operation.id && origin.makes);
  return operations.find((one) => one.method === 'GET' && isMade(one));
}

const isShown = (document: Schema, schema: Schema | undefined, [key, ...rest]: string[]): boolean => {
  if (key === undefined || schema === undefined) return schema !== undefined;
  const property = propertiesOf(document, schema)[key];
  return isShown(document, property && locate(document, property, '').schema, rest);
};

/** Returns a value, other than the default, with which the body is valid. Returns undefined if none is found. */
function otherThan({ request }: Operation, values: Inputs, at: string[], schema: Schema): unknown {
  const { default: stated, enum: listed = [], minimum, maximum, minLength } = schema;
  const near = typeof stated === 'number' ? [-1, 1].map((above) => multipleNear(stated, stepOf(schema), above)) : [];
  const text = 'b'.repeat(Math.max(1, Number(minLength ?? 1)));
  const body = Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(request.properties ?? {}, name)));
  const like = typeof schema.pattern === 'string' ? textsLike(schema.pattern) : [];
  return [...listed, ...near, minimum, maximum, text, ...like, stated !== true].find(
    (one) => one !== undefined && !isDeepStrictEqual(one, stated) && compileSchema(request)(withValueIn(body, at, one)),
  );
}

/** Returns the values without the one at a path. */
function withoutIn(values: Inputs, [key = '', ...rest]: string[]): Inputs {
  const { [key]: value, ...others } = values;
  if (rest.length === 0) return others;
  return isEntries(value) ? { ...values, [key]: withoutIn(value, rest) } : values;
}

/** Sends the request and returns what the server has stored: from the response itself, or from a GET of the new object. */
async function stored(subject: Subject, operation: Operation, values: Inputs) {
  const exchange = await subject.send(requestFor(operation, values));
  if (!isAccepted(operation, exchange.answer))
    throw new CaseSkipped(`Not tried, because it returned ${exchange.answer?.status}.`);
  const own = exchange.answer && responseJson(exchange.answer);
  const reader = shownBy(subject.contract, operation);
  if (reader === undefined || reader === operation) return { shown: own, exchanges: [exchange] };
  const names = { ...(await sharedCall(subject, reader)).values, ...namesIn(reader, operation, { values, exchange }) };
  const read = await subject.send(requestFor(reader, names));
  return { shown: read.answer && isSuccess(read.answer) ? responseJson(read.answer) : undefined, exchanges: [exchange, read] };
}

/** First sends a value other than the default, and skips the case if the response does not repeat it. */
async function judgeField(subject: Subject, operation: Operation, at: string[], schema: Schema): Promise<Finding[]> {
  const field = at.join('.');
  const known = await freshValues(subject, operation);
  const other = otherThan(operation, known, at, schema);
  const parent = at.slice(0, -1);
  if (other === undefined || (parent.length > 0 && !isEntries(valueIn(known, parent))))
    throw new CaseSkipped(`Not tried, because ${other === undefined ? 'no other value' : 'no object around it'} is sent.`);
  const given = await stored(subject, operation, withValueIn(known, at, other));
  if (!isDeepStrictEqual(valueIn(Object(given.shown), at), other))
    throw new CaseSkipped(`Not tried, because no response repeats ${field} as it was sent.`);
  // If PUT replaces objects, a second PUT of the same object must reset a field that it leaves out.
  const isReset = operation.method === 'PUT' && saysReplaces(follow(subject.contract.document, `#${operation.pointer}`));
  const left = await stored(subject, operation, withoutIn(isReset ? known : await freshValues(subject, operation), at));
  const value = valueIn(Object(left.shown), at) ?? null;
  if (value === null || isDeepStrictEqual(value, schema.default)) return [];
  return broken(subject.contract, `${operation.slug}.default`, {
    ...{ member: field, pointer: `${operation.requestPointer}/properties/${at.map(pointed).join('/properties/')}` },
    expected: `${field}: ${showValue(schema.default)}, its default, as it was left out`,
    received: `${field}: ${showValue(value)}`,
    exchanges: left.exchanges,
  });
}

/** Reads twice without the parameter and twice with its default. Compares the pairs only if each consists of equal responses. */
async function judgeParameter(subject: Subject, operation: Operation, parameter: Parameter): Promise<Finding[]> {
  const { [keyOf(parameter)]: _left, ...values } = (await acceptedCall(subject, operation)).values;
  const stated = { ...values, [keyOf(parameter)]: parameter.schema.default };
  const exchanges: Exchange[] = [];
  for (const sent of [values, stated, values, stated]) exchanges.push(await subject.send(requestFor(operation, sent)));
  const [first, second, third, fourth] = exchanges.map(({ answer }) => ({
    status: answer?.status,
    body: answer && responseJson(answer),
  }));
  if (exchanges.some(({ answer }) => !isAccepted(operation, answer))) return [];
  const isStill = isDeepStrictEqual(first, third) && isDeepStrictEqual(second, fourth);
  if (!isStill || isAlike(first?.body, second?.body, operation.path)) return [];
  return broken(subject.contract, `${operation.slug}.default`, {
    ...{ member: parameter.name, pointer: parameter.pointer },
    expected: `without ${parameter.name} the same as with ${showValue(parameter.schema.default)}, its default`,
    received: showValue(first?.body),
    exchanges: exchanges.slice(0, 2),
  });
}

/** Checks whether two bodies are equivalent, apart from fields that only one has, and from links, which may repeat the query. */
function isAlike(one: unknown, other: unknown, path: string): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isAlike(item, other[at], path));
  if (isEntries(one) && isEntries(other))
    return Object.keys(one).every((key) => !Object.hasOwn(other, key) || isAlike(one[key], other[key], path));
  if (typeof one === 'string' && typeof other === 'string')
    return one === other || [one, other].some((text) => text.includes('?') || text.includes(path.slice(1)));
  return isDeepStrictEqual(one, other);
}
