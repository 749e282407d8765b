import type { Case } from '../../../src/case/case.ts';
import { checkRefusal } from '../../../src/checks/check-refusal.ts';
import { featuresOfProperty } from '../../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import {
  type Contract,
  echoOf,
  type Operation,
  operationById,
  type Requirement,
  requirementAbout,
} from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { listConstraints } from '../../../src/contract/list-constraints.ts';
import { isSuccess, responseObject } from '../../../src/http/exchange.ts';
import { broken, type Finding } from '../../../src/outcome/finding.ts';
import { identifierFor } from '../../../src/subject/identifier-for.ts';
import { type Inputs, requestFor } from '../../../src/subject/request-for.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { asOther } from '../../../src/subject/switch-account.ts';
import { startFor } from '../../../src/subject/ways-into.ts';
import { bodyToTry } from '../../play/body-to-try.ts';
import { imitateId } from '../../play/near-ids.ts';
import { ownerOf } from '../../violations/constraints.ts';
import { featuresOfParameter, requirementOfParameter } from '../../violations/parameters.ts';
import { forbiddenValue } from '../requests/forbidden-value.ts';
import { judgeForeign } from './ownership.ts';

type IdList = Operation['idLists'][number];

/** The maximum number of ids that the suite makes for one list. Longer lists are tried only where made-up ids suffice. */
const mostMade = 20;

/**
 * Derives cases for lists of ids: with ids that do not exist or belong to another account, with too few or too many ids, and with
 * repeated ids.
 */
export function deriveIdLists(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  return operation.idLists.flatMap((list) => casesOf(contract, operation, list));
}

function casesOf(contract: Contract, operation: Operation, list: IdList): Case[] {
  const { field, schema } = list;
  const { minItems = 0, maxItems = 100, uniqueItems } = schema as { minItems?: number; maxItems?: number; uniqueItems?: boolean };
  const [unknown, foreign] = [requirementAbout(operation, 'unknown-id'), requirementAbout(operation, 'ownership')];
  const parameter = operation.parameters.find(({ name }) => name === field);
  const ofKeyword = (keyword: string): Requirement =>
    (parameter ? requirementOfParameter(operation, parameter, keyword) : ownerOf(contract, { keyword, schemas: [schema] })) ??
    requirementAbout(operation, 'validation');
  const features = parameter ? featuresOfParameter(parameter) : featuresOfProperty(contract, schema);
  const about = {
    operations: [...new Set(['create-payment', operation.slug])],
    features,
    derived: true as const,
  };
  type RunOf = (requirement: Requirement) => Case['run'];
  const named = (id: string, title: string, requirement: Requirement, runOf: RunOf, ...proves: string[]): Case => ({
    ...{ ...about, id: `${operation.slug}/ids/${field}/${id}`, title: `${operation.slug} ${title}`, run: runOf(requirement) },
    ...{ requirement: requirement.id, proves: proves.map((one) => `${one} of ${operation.id}`) },
  });
  const pointer = parameter?.pointer ?? `${operation.requestPointer}/properties/${pointed(field)}`;
  const taken =
    (count: number): RunOf =>
    (requirement) =>
    async ({ subject }) => {
      const ids = await makeIds(subject, operation, list, count);
      const exchange = await subject.send(requestFor(operation, await bodyWith(subject, operation, field, ids)));
      const found = { member: field, pointer, exchanges: [exchange] };
      if (!exchange.answer || !isSuccess(exchange.answer)) {
        const received = `${exchange.answer?.status} ${showValue(exchange.answer?.text)}`;
        return broken(contract, requirement.id, { ...found, expected: `a success with ${count} ids`, received });
      }
      const shown = responseObject(exchange.answer) ?? {};
      const told = unechoed(contract, operation, field, ids, shown, found);
      if (told.length > 0 || operation.id !== 'createPayment') return told;
      const later = await subject.fetch(shown.id);
      const kept = (later.answer && responseObject(later.answer)) ?? {};
      return unechoed(contract, operation, field, ids, kept, { ...found, exchanges: [exchange, later] });
    };
  const refused =
    (listOf: (ids: string[]) => unknown[], count = 2): RunOf =>
    (requirement) =>
    async ({ subject }) => {
      const ids = await makeIds(subject, operation, list, count);
      const value = listOf(ids.map(String));
      const exchange = await subject.send(requestFor(operation, await bodyWith(subject, operation, field, value)));
      const difference = `${field}: ${showValue(ids)} → ${showValue(value)}`;
      return checkRefusal(contract, { requirement, member: field, pointer, difference, baselineAccepted: true }, exchange);
    };
  const foreignAt =
    (place: 'first' | 'last'): RunOf =>
    () =>
    async ({ subject }) => {
      const [theirs] = await makeIds(asOther(subject), operation, list, 1);
      const [own] = await makeIds(subject, operation, list, 1);
      const ask = async (id: unknown) =>
        subject.send(requestFor(operation, await bodyWith(subject, operation, field, place === 'first' ? [id, own] : [own, id])));
      return judgeForeign(contract, operation, theirs, ask);
    };
  const allows = (value: unknown[]): boolean => compileSchema(schema)(value) as boolean;
  const [one, two] = samplesOf(schema);
  const isMany = allows([one, two]);
  // Lists that break the schema. They are refused before any id in them is looked up.
  const texts = (parameter ? [] : listConstraints(field, schema)).flatMap((constraint) => {
    const wrong = constraint.path.length > 0 && forbiddenValue(schema, constraint, pointer);
    const requirement = ownerOf(contract, constraint) ?? requirementAbout(operation, 'validation');
    if (!Array.isArray(wrong) || constraint.keyword === 'type') return [];
    const title = `refuses an id that breaks its ${constraint.name}`;
    return [
      named(
        `0/${constraint.keyword}`,
        title,
        requirement,
        refused(() => wrong),
        constraint.name,
      ),
    ];
  });
  const tooMany = (ids: string[]): string[] =>
    maxItems < mostMade ? ids : Array.from({ length: maxItems + 1 }, () => imitateId(ids[0] ?? ''));
  const unknownFirst = refused(([id = '', other]) => [imitateId(id), other]);
  const unknownLast = refused(([id = '', other]) => [other, imitateId(id)]);
  return [
    ...texts,
    named('several', 'accepts several ids', unknown, taken(isMany ? 2 : 1)),
    ...(isMany
      ? [
          named('first-unknown', 'refuses an unknown id before a known one', unknown, unknownFirst),
          named('last-unknown', 'refuses an unknown id after a known one', unknown, unknownLast),
          named('first-foreign', "refuses another account's id before its own like an unknown one", foreign, foreignAt('first')),
          named('last-foreign', "refuses another account's id after its own like an unknown one", foreign, foreignAt('last')),
        ]
      : []),
    ...(uniqueItems
      ? [
          named(
            'twice',
            'refuses an id twice',
            ofKeyword('uniqueItems'),
            refused(([id]) => [id, id]),
          ),
        ]
      : []),
    // An empty list cannot be sent as a parameter.
    ...(minItems > 0 && !parameter
      ? [
          named(
            'empty',
            'refuses an empty list',
            ofKeyword('minItems'),
            refused(() => []),
          ),
        ]
      : []),
    ...(minItems === 0 && operation.identifies !== field && !parameter
      ? [named('none', 'accepts an empty list', unknown, taken(0))]
      : []),
    ...(schema.maxItems !== undefined && maxItems > 2 && maxItems <= mostMade
      ? [named('most', `accepts ${maxItems} ids`, ofKeyword('maxItems'), taken(maxItems))]
      : []),
    ...(schema.maxItems === undefined
      ? []
      : [
          named(
            ...(['one-more', `refuses ${maxItems + 1} ids`, ofKeyword('maxItems')] as const),
            refused(tooMany, maxItems < mostMade ? maxItems + 1 : 1),
          ),
        ]),
  ];
}

const samplesOf = ({ examples }: Operation['request']): unknown[] => {
  const [[one = 'inv_one', two = `${one}x`] = []] = (examples ?? []) as unknown[][];
  return [one, two];
};

/** Makes objects for a list of ids, in a state in which the operation accepts them, and returns their ids. */
async function makeIds(subject: Subject, operation: Operation, { field, identified }: IdList, count: number): Promise<unknown[]> {
  const namer = { ...operation, identified };
  const ids: unknown[] = [];
  for (let made = 0; made < count; made++) {
    const { invoice } = await startFor(
      subject,
      operation.identifies === field ? operation : operationById(subject.contract, 'fetchPayment'),
    );
    ids.push(await identifierFor(subject, namer, invoice));
  }
  return ids;
}

async function bodyWith(subject: Subject, operation: Operation, field: string, ids: readonly unknown[]): Promise<Inputs> {
  const body = operation.id === 'createPayment' ? subject.createBody : await bodyToTry(subject, operation);
  return { ...body, [field]: ids };
}

/** Returns a finding if the response repeats the list but with other ids. */
function unechoed(
  contract: Contract,
  operation: Operation,
  field: string,
  ids: readonly unknown[],
  shown: Inputs,
  about: Pick<Finding, 'exchanges'>,
): Finding[] {
  const echoes = Object.entries(operation.response.properties ?? {}).filter(([name, schema]) => {
    const echo = echoOf(name, schema);
    return echo?.operation === operation.id && echo.sent === field;
  });
  return echoes.flatMap(([name, schema]) => {
    const [requirement] = (schema['x-requirements'] ?? []) as Requirement[];
    if (requirement === undefined || JSON.stringify(shown[name]) === JSON.stringify(ids)) return [];
    const received = `${name}: ${showValue(shown[name])}`;
    return broken(contract, requirement.id, { ...about, member: name, expected: `${name}: ${showValue(ids)}`, received });
  });
}
