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
  type ResponseHeader,
} from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { comparable } from '../../../src/contract/echoed-value.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { textOf } from '../../../src/contract/formats.ts';
import { creatorOf, readerOf } from '../../../src/contract/main-object.ts';
import { lawfulBody } from '../../../src/contract/mend-body.ts';
import { operationAt } from '../../../src/contract/operation-at.ts';
import { sampleOf } from '../../../src/contract/sample-of.ts';
import { type Exchange, responseHeader } from '../../../src/http/exchange.ts';
import { withHeader, withKey } from '../../../src/http/json-request.ts';
import { broken, insteadIn } from '../../../src/outcome/finding.ts';
import { successOf } from '../../../src/subject/baseline.ts';
import { bodyFor, storedFor } from '../../../src/subject/body-for.ts';
import { headerOf } from '../../../src/subject/entity-tag.ts';
import { canShow, identifierFor, makesFor, replaces } from '../../../src/subject/identifier-for.ts';
import { type Inputs, requestFor } from '../../../src/subject/request-for.ts';
import { invoiceOf } from '../../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { asSent, fieldsIn } from '../../../src/subject/unique-values.ts';
import { isCallable, startFor } from '../../../src/subject/ways-into.ts';
import { bodyToTry } from '../../play/body-to-try.ts';
import { createBodyWith, createdWith, fetchedWith } from '../../play/create-with.ts';
import { sentValue } from '../requests/sent-values.ts';
import { type Variation, varyValue } from '../requests/vary-value.ts';

/** A value to send to an operation, and the value that the response field must then have. */
interface Sent {
  /** The end of the case's id, after the name of the field. */
  suffix: string;
  /** Values that an earlier call stores in the same object. The tested call must replace them. */
  before?: Inputs;
  /** Values sent in addition to the smallest body. */
  body: Inputs;
  features?: string[];
  /** Returns the value that the response must have, given all that was sent. */
  expected(all: Inputs): unknown;
}

/** Derives cases which check that an operation's response shows the values that were sent to it or to an earlier operation. */
export function deriveEchoes(contract: Contract, operation: Operation): Case[] {
  return Object.entries(operation.response.properties ?? {}).flatMap(([name, schema]) => {
    const stated = echoOf(name, schema);
    const sources = stated ? sourcesOf(stated) : [];
    const pointer = `${operation.responsePointer}/properties/${pointed(name)}`;
    const requirement = fieldRequirement(contract, schema, pointer).id;
    const about = { pointer, requirement, features: featuresOfProperty(contract, schema) };
    return sources.flatMap((echo, at) => {
      const source = operationById(contract, echo.operation);
      if (!canShow(contract, source, operation)) return [];
      const by = at === 0 ? '' : `-by-${source.slug}`;
      return valuesOf(contract, source, echo).map((sent) =>
        echoCase(contract, operation, source, echo, about, { ...sent, suffix: by + sent.suffix }),
      );
    });
  });
}

/** Lists the operations whose value a field repeats: the one that sets it first, and the one that changes it later. */
const sourcesOf = ({ changedBy, ...echo }: Echo): Echo[] => [
  echo,
  ...(changedBy === undefined ? [] : [{ ...echo, operation: changedBy }]),
];

function valuesOf(contract: Contract, source: Operation, { sent: name, or }: Echo): Sent[] {
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
  if (isRequired && (source.creates || schema['x-identifies'] !== undefined)) return [plain];
  const given = ([suffix, value]: Variation): Sent => ({ suffix, body: { [name]: value }, expected: () => value });
  const isAllowed = compileSchema(schema);
  const sample = sentValue(schema, pointer);
  const before = { [name]: sample };
  // A PATCH keeps the stored value of a field that it does not send. Any other operation uses the default.
  const unsent = source.method === 'PATCH' ? sample : (schema.default ?? null);
  const left: Sent = {
    suffix: '-absent',
    ...(replaces(source) && { before }),
    body: {},
    // If the smallest body contains this field, the response must show the value that was sent in it.
    expected: (all) => (Object.hasOwn(all, name) ? all[name] : unsent),
  };
  const byOther = (or === undefined ? [] : isAllowed(null) ? [{}, { [name]: null }] : [{}]).map(
    (beside, at): Sent => ({
      ...{
        suffix: `-as-${or}${at > 0 ? '-beside-null' : ''}`,
        body: { [String(or)]: sample, ...beside },
        expected: () => sample,
      },
      features: featuresOfProperty(contract, request.properties?.[String(or)] ?? {}),
    }),
  );
  // Lists of ids are left to other cases, because the server refuses ids that do not exist.
  if (source.idLists.some(({ field }) => field === name)) return [left];
  const isBoolean = [schema.type].flat().includes('boolean');
  const listed = isBoolean ? [true, false].filter((value) => isAllowed(value)) : schema.enum;
  const variations = listed?.map((value): Variation => [`-${value}`, value]) ?? varyValue(schema, sample);
  const varied = [
    ...(listed ? [] : [isRequired ? plain : given(['', sample])]),
    ...(isRequired || schema['x-default'] ? [] : [left]),
    ...byOther,
    ...variations.map(given),
  ];
  if (!replaces(source)) return varied;
  const others = [...(isAllowed(null) ? [null] : []), ...varied.map(({ body }) => body[name])];
  const after = others.find((value) => value !== undefined && !isDeepStrictEqual(value, sample));
  return after === undefined ? varied : [...varied, { ...given(['-replaced', after]), before }];
}

function echoCase(
  contract: Contract,
  operation: Operation,
  source: Operation,
  echo: Echo,
  { pointer, ...about }: { pointer: string; requirement: string; features: string[] },
  sent: Sent,
): Case {
  const { property, sent: field } = echo;
  const shown = Object.keys(sent.body).length === 0 ? '' : ` (${showValue(sent.body)})`;
  const who = source.creates ? 'create' : source.slug;
  return {
    ...about,
    features: [...about.features, ...(sent.features ?? [])],
    id: `${operation.slug}/echo/${property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}${sent.suffix}`,
    title: `${property} in the response of ${operation.slug} is what ${who} received${shown}`,
    operations: [...new Set([creatorOf(contract).slug, source.slug, operation.slug])],
    // Without an id, `source` works on the account's only object of its kind, so no other case may run meanwhile.
    ...(source.identifies === undefined && replaces(source) && { alone: true }),
    proves: [`echo of ${property} at ${operation.id}`],
    async run({ subject }) {
      const { exchanges, all } = await shownBy(subject, source, operation, sent);
      const invoice = invoiceOf(exchanges.at(-1) as Exchange);
      const sentIn = exchanges.findLast(({ request }) => operationAt(contract, request) === source) ?? exchanges[0];
      const sentBy = asSent(source, sentIn as Exchange, { [field]: sent.expected(all) });
      // If an update requires the field in its own request, the update's value replaces the stored one.
      const isReplaced = operation !== source && replaces(operation) && operation.request.required?.includes(field);
      const { [field]: expected } = isReplaced ? fieldsIn((exchanges.at(-1) as Exchange).request) : sentBy;
      const isSame = isDeepStrictEqual(comparable(expected, echo), comparable(invoice[property], echo));
      if (Object.hasOwn(invoice, property) && isSame) return [];
      const wrong = insteadIn(property, showValue(expected), invoice[property], [...new Set(exchanges)]);
      return broken(contract, about.requirement, { pointer, ...wrong });
    },
  };
}

/** Sends the values to `source`. Returns all that was sent, and the exchanges. The last response must repeat the values. */
async function shownBy(
  subject: Subject,
  source: Operation,
  operation: Operation,
  { body: values, before }: Sent,
): Promise<{ exchanges: Exchange[]; all: Inputs }> {
  if (!source.creates) {
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
  if (operation.creates || operation === readerOf(subject.contract)) {
    const created = await createdWith(subject, values);
    return { all, exchanges: operation.creates ? [created] : [created, await fetchedWith(subject, values)] };
  }
  const { invoice, exchanges } = await startFor(subject, operation, all);
  const id = await identifierFor(subject, operation, invoice);
  return {
    all,
    exchanges: [...exchanges.slice(0, 1), await subject.send(requestFor(operation, await bodyFor(subject, operation, id)))],
  };
}

/** Derives cases for each response header that repeats a parameter (`x-echoes`), in first responses and in replays. */
export function deriveEchoedHeaders(contract: Contract, operation: Operation): Case[] {
  const { slug, parameters } = operation;
  const hasKey = headerOf(operation, 'idempotency-key') !== undefined;
  return operation.headers.flatMap((header) => {
    const parameter = parameters.find(({ name }) => name === header.echoes);
    const requirement = ownOf(header.requirements)?.id;
    if (!parameter || !requirement) return [];
    const { name, pointer, feature } = header;
    const values = headerValuesOf(header, parameter);
    const replayed = values.slice(0, hasKey ? 1 : 0).map(([, value]): Variation => ['-replayed', value]);
    return [...values, ...replayed].map(([suffix, value]): Case => {
      const isReplayed = suffix === '-replayed';
      return {
        id: `${slug}/echo/header-${name.toLowerCase()}${suffix}`,
        title: `${name} of a ${isReplayed ? 'repeated' : 'successful'} ${slug} is the ${parameter.name} that it received (${showValue(value)})`,
        requirement,
        operations: [slug],
        ...(feature !== undefined && { features: [feature] }),
        async run({ subject }) {
          const isKnown = isCallable(contract, operation);
          const body = isKnown ? { ...(await bodyToTry(subject, operation)), [keyOf(parameter)]: value } : {};
          // If the operation needs a receipt, sends an accepted request again.
          const right = isKnown ? requestFor(operation, body) : (await successOf(subject, operation)).request;
          const sent = isKnown ? right : withHeader(right, parameter.name, String(value));
          const spec = withKey(sent, isReplayed ? crypto.randomUUID() : undefined);
          if (isReplayed) await subject.send(spec);
          const exchange = await subject.send(spec);
          const shown = exchange.answer && responseHeader(exchange.answer, name.toLowerCase());
          if (shown === String(value)) return [];
          const [expected, received] = [`${name}: ${value}`, `${name}: ${shown ?? 'absent'}`];
          return broken(contract, requirement, { member: name, pointer, expected, received, exchanges: [exchange] });
        },
      };
    });
  });
}

/** Lists values that a header may carry, each with a suffix for the id of its case. */
function headerValuesOf({ schema: shown }: ResponseHeader, { schema, pointer }: Parameter): Variation[] {
  const sample = sampleOf(schema, pointer);
  const { maxLength } = schema;
  const longest: Variation[] = typeof maxLength === 'number' ? [['-longest', textOf(schema, maxLength)]] : [];
  const all: Variation[] = [['', sample], ...varyValue(schema, sample), ...longest];
  const [isTaken, isShown] = [compileSchema(schema), compileSchema(shown)];
  return all.filter(([, value]) => /^[!-~]+( +[!-~]+)*$/.test(String(value)) && isTaken(value) && isShown(value));
}
