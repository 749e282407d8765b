import type { Case } from '../../../src/case/case.ts';
import { checkRefusal } from '../../../src/checks/check-refusal.ts';
import { featuresOfProperty } from '../../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import { type Contract, echoOf, type Operation, type Requirement, requirementAbout } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { listConstraints } from '../../../src/contract/list-constraints.ts';
import { creatorOf, readerOf } from '../../../src/contract/main-object.ts';
import { type Exchange, isSuccess, responseObject } from '../../../src/http/exchange.ts';
import { broken, type Finding, insteadIn, insteadOf } from '../../../src/outcome/finding.ts';
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

/** Derives cases for lists of ids: unknown, foreign and repeated ids, and too few or too many of them. */
export function deriveIdLists(contract: Contract, operation: Operation): Case[] {
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
  const pointer = parameter?.pointer ?? `${operation.requestPointer}/properties/${pointed(field)}`;
  type Run = (subject: Subject, requirement: Requirement) => Promise<Finding[]>;
  const named = (id: string, title: string, requirement: Requirement, run: Run, ...proves: string[]): Case => ({
    id: `${operation.slug}/ids/${field}/${id}`,
    title: `${operation.slug} ${title}`,
    requirement: requirement.id,
    operations: [...new Set([creatorOf(contract).slug, operation.slug])],
    features,
    proves: proves.map((one) => `${one} of ${operation.id}`),
    run: ({ subject }) => run(subject, requirement),
  });
  const send = async (subject: Subject, ids: readonly unknown[]): Promise<Exchange> => {
    const body = operation.creates ? subject.createBody : await bodyToTry(subject, operation);
    return subject.send(requestFor(operation, { ...body, [field]: ids }));
  };
  const taken =
    (count: number): Run =>
    async (subject, requirement) => {
      const ids = await makeIds(subject, operation, list, count);
      const exchange = await send(subject, ids);
      const found = { member: field, pointer, exchanges: [exchange] };
      if (!exchange.answer || !isSuccess(exchange.answer))
        return broken(contract, requirement.id, { ...found, ...insteadOf(`a success with ${count} ids`, exchange) });
      const shown = responseObject(exchange.answer) ?? {};
      const told = unechoed(contract, operation, field, ids, shown, found);
      if (told.length > 0 || !operation.creates) return told;
      const later = await subject.fetch(shown.id);
      const kept = (later.answer && responseObject(later.answer)) ?? {};
      return unechoed(contract, operation, field, ids, kept, { ...found, exchanges: [exchange, later] });
    };
  const refused =
    (listOf: (ids: string[]) => unknown[], count = 2): Run =>
    async (subject, requirement) => {
      const ids = await makeIds(subject, operation, list, count);
      const value = listOf(ids.map(String));
      const difference = `${field}: ${showValue(ids)} → ${showValue(value)}`;
      const about = { requirement, member: field, pointer, difference, baselineAccepted: true };
      return checkRefusal(contract, about, await send(subject, value));
    };
  const foreignAt =
    (order: (theirs: unknown, own: unknown) => unknown[]): Run =>
    async (subject) => {
      const [theirs] = await makeIds(asOther(subject), operation, list, 1);
      const [own] = await makeIds(subject, operation, list, 1);
      return judgeForeign(contract, operation, theirs, (id) => send(subject, order(id, own)));
    };
  const [one, two] = samplesOf(schema);
  const isMany = compileSchema(schema)([one, two]) as boolean;
  // Lists that break the schema. They are refused before any id in them is looked up.
  const texts = (parameter ? [] : listConstraints(field, schema)).flatMap((constraint) => {
    const wrong = constraint.path.length > 0 && forbiddenValue(schema, constraint, pointer);
    const requirement = ownerOf(contract, constraint) ?? requirementAbout(operation, 'validation');
    if (!Array.isArray(wrong) || constraint.keyword === 'type') return [];
    const title = `refuses an id that breaks its ${constraint.name}`;
    const run = refused(() => wrong);
    return [named(`0/${constraint.keyword}`, title, requirement, run, constraint.name)];
  });
  const tooMany = (ids: string[]): string[] =>
    maxItems < mostMade ? ids : Array.from({ length: maxItems + 1 }, () => imitateId(ids[0] ?? ''));
  const unknownFirst = refused(([id = '', other]) => [imitateId(id), other]);
  const unknownLast = refused(([id = '', other]) => [other, imitateId(id)]);
  const foreignFirst = foreignAt((theirs, own) => [theirs, own]);
  const foreignLast = foreignAt((theirs, own) => [own, theirs]);
  const twice = refused(([id]) => [id, id]);
  const empty = refused(() => []);
  const oneMore = refused(tooMany, maxItems < mostMade ? maxItems + 1 : 1);
  return [
    ...texts,
    named('several', 'accepts several ids', unknown, taken(isMany ? 2 : 1)),
    isMany && named('first-unknown', 'refuses an unknown id before a known one', unknown, unknownFirst),
    isMany && named('last-unknown', 'refuses an unknown id after a known one', unknown, unknownLast),
    isMany && named('first-foreign', "refuses another account's id before its own like an unknown one", foreign, foreignFirst),
    isMany && named('last-foreign', "refuses another account's id after its own like an unknown one", foreign, foreignLast),
    uniqueItems && named('twice', 'refuses an id twice', ofKeyword('uniqueItems'), twice),
    // An empty list cannot be sent as a parameter.
    minItems > 0 && !parameter && named('empty', 'refuses an empty list', ofKeyword('minItems'), empty),
    minItems === 0 && operation.identifies !== field && !parameter && named('none', 'accepts an empty list', unknown, taken(0)),
    schema.maxItems !== undefined &&
      maxItems > 2 &&
      maxItems <= mostMade &&
      named('most', `accepts ${maxItems} ids`, ofKeyword('maxItems'), taken(maxItems)),
    schema.maxItems !== undefined && named('one-more', `refuses ${maxItems + 1} ids`, ofKeyword('maxItems'), oneMore),
  ].filter((one) => typeof one === 'object');
}

const samplesOf = ({ examples }: Operation['request']): unknown[] => {
  const [[one = 'inv_one', two = `${one}x`] = []] = (examples ?? []) as unknown[][];
  return [one, two];
};

/** Makes objects for a list of ids, in a state in which the operation accepts them, and returns their ids. */
async function makeIds(subject: Subject, operation: Operation, { field, identified }: IdList, count: number): Promise<unknown[]> {
  const maker = operation.identifies === field ? operation : readerOf(subject.contract);
  const ids: unknown[] = [];
  while (ids.length < count) {
    const { invoice } = await startFor(subject, maker);
    ids.push(await identifierFor(subject, { ...operation, identified }, invoice));
  }
  return ids;
}

/** Returns a finding if the response field for the list of ids differs from that list. */
function unechoed(
  contract: Contract,
  operation: Operation,
  field: string,
  ids: readonly unknown[],
  shown: Inputs,
  about: Pick<Finding, 'exchanges' | 'pointer'>,
): Finding[] {
  return Object.entries(operation.response.properties ?? {}).flatMap(([name, schema]) => {
    const echo = echoOf(name, schema);
    const [requirement] = (schema['x-requirements'] ?? []) as Requirement[];
    if (echo?.operation !== operation.id || echo.sent !== field || requirement === undefined) return [];
    if (JSON.stringify(shown[name]) === JSON.stringify(ids)) return [];
    const wrong = insteadIn(name, showValue(ids), shown[name], about.exchanges);
    return broken(contract, requirement.id, { ...about, ...wrong });
  });
}
