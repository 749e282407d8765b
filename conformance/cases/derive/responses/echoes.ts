import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../../src/case/case.ts';
import { featuresOfProperty } from '../../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import {
  type Contract,
  type Echo,
  echoOf,
  fieldRequirement,
  keyOf,
  type Operation,
  operationById,
  ownOf,
  type Parameter,
  type Requirement,
  type ResponseHeader,
  type Schema,
} from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { textOf } from '../../../src/contract/formats.ts';
import { lawfulBody } from '../../../src/contract/mend-body.ts';
import { sampleOf } from '../../../src/contract/sample-of.ts';
import { type Exchange, responseHeader } from '../../../src/http/exchange.ts';
import { withKey } from '../../../src/http/json-request.ts';
import { broken } from '../../../src/outcome/finding.ts';
import { bodyFor, storedFor } from '../../../src/subject/body-for.ts';
import { headerOf } from '../../../src/subject/entity-tag.ts';
import { canShow, identifierFor, makesFor, replaces } from '../../../src/subject/identifier-for.ts';
import { type Inputs, requestFor } from '../../../src/subject/request-for.ts';
import { invoiceOf } from '../../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { asSent } from '../../../src/subject/unique-values.ts';
import { startFor } from '../../../src/subject/ways-into.ts';
import { bodyToTry } from '../../play/body-to-try.ts';
import { createBodyWith, createdWith, fetchedWith } from '../../play/create-with.ts';
import { sentValue } from '../requests/sent-values.ts';
import { varyValue } from '../requests/vary-value.ts';

/** A value to send to an operation, and the value that the response field must then have. */
interface Sent {
  /** The end of the case's id, after the name of the field. */
  suffix: string;
  /** Values that an earlier call stores in the same object. The tested call must replace them. */
  before?: Inputs;
  /** Values sent in addition to the smallest body. */
  body: Inputs;
  /** Returns the value that the response must have, given all that was sent. */
  expected(all: Inputs): unknown;
}

/** Derives cases which check that an operation's response shows the values sent to `createPayment` or another operation. */
export function deriveEchoes(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  return Object.entries(operation.response.properties ?? {}).flatMap(([name, schema]) => {
    const echo = echoOf(name, schema);
    if (!echo || !canShow(contract, operationById(contract, echo.operation), operation)) return [];
    const requirement = fieldRequirement(contract, schema, `${operation.responsePointer}/properties/${pointed(name)}`);
    const features = featuresOfProperty(contract, schema);
    return valuesOf(contract, echo).map((sent) => echoCase(contract, operation, echo, requirement, features, sent));
  });
}

function valuesOf(contract: Contract, { operation, sent: name }: Echo): Sent[] {
  const source = operationById(contract, operation);
  const { request, requestPointer, parameters } = source;
  const parameter = parameters.find((one) => one.name === name);
  const schema = parameter?.schema ?? request.properties?.[name] ?? {};
  const pointer = parameter?.pointer ?? `${requestPointer}/properties/${pointed(name)}`;
  // A required parameter without a given value gets a sample of its schema.
  if (parameter?.required)
    return [{ suffix: '', body: {}, expected: (all) => (Object.hasOwn(all, name) ? all[name] : sampleOf(schema, pointer)) }];
  const isRequired = request.required?.includes(name);
  const plain: Sent = { suffix: '', body: {}, expected: (all) => all[name] };
  // An id cannot be varied, because the server refuses ids that do not exist. Create's required fields are not varied either.
  if (isRequired && (operation === 'createPayment' || schema['x-identifies'] !== undefined)) return [plain];
  const given = (value: unknown, suffix: string): Sent => ({ suffix, body: { [name]: value }, expected: () => value });
  const isAllowed = compileSchema(schema);
  const sample = sentValue(schema, pointer);
  const before = { [name]: sample };
  // A PATCH keeps the stored value of a field that it does not send. Any other operation uses the default.
  const isKept = source.method === 'PATCH';
  const left: Sent = {
    suffix: '-absent',
    ...(replaces(source) && { before }),
    body: {},
    // If the smallest body contains this field, its value is expected instead.
    expected: (all) => (Object.hasOwn(all, name) ? all[name] : isKept ? sample : (schema.default ?? null)),
  };
  // Lists of ids are left to other cases, because the server refuses ids that do not exist.
  if (source.idLists.some(({ field }) => field === name)) return [left];
  const some = isRequired ? [] : [left];
  const varied: Sent[] = [schema.type].flat().includes('boolean')
    ? [...some, ...[true, false].filter((value) => isAllowed(value)).map((value) => given(value, `-${value}`))]
    : schema.enum
      ? [...some, ...schema.enum.map((value) => given(value, `-${value}`))]
      : [
          isRequired ? plain : given(sample, ''),
          ...some,
          ...varyValue(schema, sample).map(([suffix, value]) => given(value, suffix)),
        ];
  if (!replaces(source)) return varied;
  const others = [...(isAllowed(null) ? [null] : []), ...varied.map(({ body }) => body[name])];
  const after = others.find((value) => value !== undefined && !isDeepStrictEqual(value, sample));
  return after === undefined ? varied : [...varied, { ...given(after, '-replaced'), before }];
}

function echoCase(
  contract: Contract,
  operation: Operation,
  echo: Echo,
  requirement: Requirement,
  features: string[],
  sent: Sent,
): Case {
  const { property, ignoring } = echo;
  const source = operationById(contract, echo.operation);
  const shown = Object.keys(sent.body).length === 0 ? '' : ` (${showValue(sent.body)})`;
  const who = source.id === 'createPayment' ? 'create' : source.slug;
  return {
    id: `${operation.slug}/echo/${property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}${sent.suffix}`,
    title: `${property} in the response of ${operation.slug} is what ${who} received${shown}`,
    requirement: requirement.id,
    operations: [...new Set(['create-payment', source.slug, operation.slug])],
    features,
    derived: true,
    // An operation without an id works on the only such object of the account, so no other case may run meanwhile.
    ...(source.identifies === undefined && replaces(source) && { alone: true }),
    proves: [`echo of ${property} at ${operation.id}`],
    async run({ subject }) {
      const { exchanges, all } = await shownBy(subject, source, operation, sent);
      const invoice = invoiceOf(exchanges.at(-1) as Exchange);
      const value = sent.expected(all);
      const expected = asSent(source, exchanges[0] as Exchange, { [echo.sent]: value })[echo.sent];
      const isSame = isDeepStrictEqual(comparable(expected, ignoring), comparable(invoice[property], ignoring));
      if (Object.hasOwn(invoice, property) && isSame) return [];
      return broken(subject.contract, requirement.id, {
        member: property,
        pointer: `${operation.responsePointer}/properties/${pointed(property)}`,
        expected: `${property}: ${showValue(expected)}`,
        received: `${property}: ${showValue(invoice[property])}`,
        exchanges: [...new Set(exchanges)],
      });
    },
  };
}

/**
 * Sends the values to `source`, the operation that accepts them. Returns all values that were sent and the exchanges. The last
 * response must repeat the values.
 */
async function shownBy(
  subject: Subject,
  source: Operation,
  operation: Operation,
  { body: values, before }: Sent,
): Promise<{ exchanges: Exchange[]; all: Inputs }> {
  if (source.id !== 'createPayment') {
    const isMade = source.id !== operation.id && makesFor(subject.contract, source, operation);
    const { invoice, exchanges } = await startFor(subject, isMade ? operation : source);
    const id = await identifierFor(subject, operation, invoice, isMade ? values : {});
    const call = async (called: Operation, own: Inputs): Promise<Inputs> => {
      const kept = [...Object.keys(own), ...(called.identifies === undefined ? [] : [called.identifies])];
      const stored = await storedFor(subject, called, id);
      const all = lawfulBody(called, { ...(await bodyFor(subject, called, id)), ...own }, kept, stored);
      exchanges.push(await subject.send(requestFor(called, all)));
      return all;
    };
    if (before) await call(source, before);
    const sent = isMade ? { ...(await bodyFor(subject, source, invoice.id)), ...values } : await call(source, values);
    if (source.id !== operation.id) await call(operation, {});
    return { exchanges, all: sent };
  }
  const all = createBodyWith(subject, values);
  if (operation.id === 'createPayment' || operation.id === 'fetchPayment') {
    const created = await createdWith(subject, values);
    return { all, exchanges: operation.id === 'createPayment' ? [created] : [created, await fetchedWith(subject, values)] };
  }
  const { invoice, exchanges } = await startFor(subject, operation, all);
  const id = await identifierFor(subject, operation, invoice);
  return {
    all,
    exchanges: [...exchanges.slice(0, 1), await subject.send(requestFor(operation, await bodyFor(subject, operation, id)))],
  };
}

/** Converts a string to lower case, or removes whatever else the comparison has to ignore. */
function comparable(value: unknown, ignoring: string[]): unknown {
  if (typeof value !== 'string') return value;
  const text = ignoring.includes('leading-dollar') ? value.replace(/^\$/, '') : value;
  return ignoring.includes('case') ? text.toLowerCase() : text;
}

/**
 * Derives cases for each response header that repeats a parameter (`x-echoes`): various values come back unchanged, also in the
 * response to a request that is repeated with its key.
 */
export function deriveEchoedHeaders(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  const { slug, parameters } = operation;
  const hasKey = headerOf(operation, 'idempotency-key') !== undefined;
  return operation.headers.flatMap((header) => {
    const parameter = parameters.find(({ name }) => name === header.echoes);
    const requirement = ownOf(header.requirements);
    if (!parameter || !requirement) return [];
    const { name, pointer, feature } = header;
    const ask = async (subject: Subject, value: unknown, key?: string): Promise<Exchange> => {
      const spec = requestFor(operation, { ...(await bodyToTry(subject, operation)), [keyOf(parameter)]: value });
      return subject.send(withKey(spec, key));
    };
    const echoCase = (suffix: string, value: unknown, send: (subject: Subject) => Promise<Exchange>): Case => ({
      id: `${slug}/echo/header-${name.toLowerCase()}${suffix}`,
      title: `${name} of a ${suffix === '-replayed' ? 'repeated' : 'successful'} ${slug} is the ${parameter.name} that it received (${showValue(value)})`,
      requirement: requirement.id,
      operations: [slug],
      ...(feature !== undefined && { features: [feature] }),
      derived: true,
      async run({ subject }) {
        const exchange = await send(subject);
        const shown = exchange.answer && responseHeader(exchange.answer, name.toLowerCase());
        if (shown === String(value)) return [];
        const [expected, received] = [`${name}: ${value}`, `${name}: ${shown ?? 'absent'}`];
        return broken(contract, requirement.id, { member: name, pointer, expected, received, exchanges: [exchange] });
      },
    });
    const values = headerValuesOf(header, parameter);
    return [
      ...values.map(([suffix, value]) => echoCase(suffix, value, (subject) => ask(subject, value))),
      ...values.slice(0, hasKey ? 1 : 0).map(([, value]) =>
        echoCase('-replayed', value, async (subject) => {
          const key = crypto.randomUUID();
          await ask(subject, value, key);
          return ask(subject, value, key);
        }),
      ),
    ];
  });
}

/** Lists values that a header may carry, each with its name in the id of a case. */
function headerValuesOf({ schema: shown }: ResponseHeader, { schema, pointer }: Parameter): [suffix: string, value: unknown][] {
  const sample = sampleOf(schema, pointer);
  const all = [['', sample] as const, ...varyValue(schema, sample), ...longest(schema)];
  const [isTaken, isShown] = [compileSchema(schema), compileSchema(shown)];
  const isPlain = (value: unknown): boolean => /^[!-~]+( +[!-~]+)*$/.test(String(value));
  return all.flatMap(([suffix, value]) => (isPlain(value) && isTaken(value) && isShown(value) ? [[suffix, value]] : []));
}

const longest = (schema: Schema): [suffix: string, value: unknown][] =>
  typeof schema.maxLength === 'number' ? [['-longest', textOf(schema, schema.maxLength)]] : [];
