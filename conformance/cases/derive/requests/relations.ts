import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../../src/case/case.ts';
import { checkProblem } from '../../../src/checks/check-problem.ts';
import { checkRefusal } from '../../../src/checks/check-refusal.ts';
import { featuresOfProperty } from '../../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import {
  type Contract,
  type Operation,
  type Requirement,
  requirementAbout,
  requirementById,
} from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { schemaAt, valueAt, withValues } from '../../../src/contract/follow-path.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { creatorOf, readerOf } from '../../../src/contract/main-object.ts';
import { inSequence, searchBody } from '../../../src/contract/mend-body.ts';
import {
  breachIn,
  breachOf,
  crossCheck,
  crossRulesOf,
  nameOf,
  otherNameOf,
  type Relation,
  relatedOf,
  relationsOf,
} from '../../../src/contract/relations.ts';
import { requiredOf } from '../../../src/contract/sample-of.ts';
import { type Exchange, hasSucceeded } from '../../../src/http/exchange.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken, type Finding, insteadIn, insteadOf } from '../../../src/outcome/finding.ts';
import { bodyFor, storedFor } from '../../../src/subject/body-for.ts';
import { identifierFor } from '../../../src/subject/identifier-for.ts';
import { type Inputs, requestFor } from '../../../src/subject/request-for.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { startFor } from '../../../src/subject/ways-into.ts';
import { conditionsIn, type Side, sidesOfKeyword } from './conditions.ts';
import { judgeExempt } from './exempt-values.ts';
import {
  basesFor,
  type Entry,
  farValues,
  likenessesOf,
  othersOf,
  placedIn,
  sameMonth,
  scaledPairs,
  sumBodies,
  valuesAt,
} from './relation-values.ts';

/** Derives cases on both sides of each rule that relates a request's fields to each other or to a stored object. */
export function deriveRelations(contract: Contract, operation: Operation): Case[] {
  const sides = [
    ...relationsOf(relatedOf(operation)).flatMap((relation) =>
      ['past', 'unique'].includes(relation.is) ? [] : sidesOf(contract, operation, relation),
    ),
    ...Object.keys(crossRulesOf(operation.request)).flatMap((keyword) => sidesOfKeyword(contract, operation, keyword)),
    ...conditionsIn(operation.request).flatMap((place) => sidesOfKeyword(contract, operation, 'if', place)),
  ];
  return sides.map((side) => sideCase(contract, operation, side));
}

function sidesOf(contract: Contract, operation: Operation, relation: Relation): Side[] {
  const { requestPointer, id } = operation;
  const request = relatedOf(operation);
  const { property, of, problem = 'validation_failed', less } = relation;
  const about = { requirement: requirementById(contract, relation.requirement), field: property, ofStored: of !== undefined };
  const name = nameOf(relation);
  const isParameter = operation.parameters.some((one) => one.name === property);
  const proves = [`relation ${name} of ${id}`, ...(isParameter ? [`parameter ${property} of ${id}`] : [])];
  /** Makes a body that satisfies or breaks the rule. Uses the first of `changesOf` that leaves the rest of the body valid. */
  const makeFrom =
    (entry: Entry, keepsIt: boolean, changesOf: (one: Relation, body: Inputs, stored?: Inputs) => [Inputs, Inputs][]) =>
    (body: Inputs, stored?: Inputs): Inputs | undefined => {
      const placed = placedIn(request, body, relation, entry);
      if (!placed) return undefined;
      const holdsOthers = crossCheck(request, placed.relation);
      const fits = (one: Inputs): boolean => (breachIn(placed.relation, one, stored) === undefined) === keepsIt;
      for (const [base, values] of changesOf(placed.relation, placed.body, stored)) {
        const isAllowed = Object.entries(values).every(([path, value]) => compileSchema(schemaAt(request, path).schema)(value));
        if (!isAllowed) continue;
        const keep = [...Object.keys(values), ...othersOf(placed.relation)];
        const body = inSequence(request, withValues(base, values), (path) => Object.hasOwn(values, path));
        const found = searchBody({ request, body, keep, stored }, (one) => holdsOthers(one, stored) && fits(one));
        if (found) return found;
      }
      return undefined;
    };
  /** Makes a body in which the property is `offset` steps away from the bound. Changes other fields only if it must. */
  const makeSide = (offset: number, keepsIt: boolean, entry: Entry = 'first', unit?: string) =>
    makeFrom(entry, keepsIt, (one, body, stored) => {
      const all = of === undefined ? basesFor(request, body, one, stored) : [body];
      const bases = all.filter((base) => unit === undefined || valueAt(base, one.field ?? '') === unit);
      return bases.flatMap((base) =>
        valuesAt(request, one, base, stored, offset).flatMap((value): [Inputs, Inputs][] =>
          value === undefined ? [] : [[base, { [one.property]: value }]],
        ),
      );
    });
  /** Makes a body with the first of these sets of values that the schema allows. */
  const makeOf = (all: (one: Relation) => Inputs[], keepsIt: boolean) =>
    makeFrom('first', keepsIt, (one, body) => all(one).map((values) => [body, values]));
  const scaled = (one: Relation): Inputs[] => scaledPairs(request, one);
  const summed = (left: number) => (one: Relation) => sumBodies(request, one, left);
  const makeSet = (value: unknown, keepsIt: boolean) => makeOf(({ property }) => [{ [property]: value }], keepsIt);
  if (relation.is === 'distinct') {
    const ways = likenessesOf(property).map(
      ({ id, words, keepsIt, make }): Side => ({
        ...{ ...about, proves, id: `${name}/${id}`, title: `with ${words} is ${keepsIt ? 'taken' : 'refused'}` },
        ...(!keepsIt && { refused: problem }),
        make: makeFrom('last', keepsIt, (one, body) => make(request, one, body).map((values) => [body, values])),
      }),
    );
    return ways.filter(({ id, make }) => /kept|broken/.test(id) || make(requiredOf(request, requestPointer)) !== undefined);
  }
  const outer = relation.is === 'at-least' || relation.is === 'above' ? -1 : 1;
  // Adds cases for each further unit, because each has its own number of decimals. The general cases below use the first unit.
  const [, ...units] = typeof relation.decimals === 'object' ? Object.keys(relation.decimals) : [];
  const { schema, pointer } = schemaAt(request, property);
  const side = (id: string, words: string, make: Side['make'], more: Partial<Side> = {}): Side => ({
    ...{ ...about, ...more, proves, make, id: `${name}/${id}` },
    title: `that ${words.replace('it', `“${describe(relation)}”`)} is ${more.refused === undefined ? 'accepted' : 'refused'}`,
  });
  const refused = { refused: problem };
  const counted = of !== undefined && (less !== undefined || relation.is === 'equal') ? { counts: relation } : {};
  const further = [
    ...(pointer.includes('/items/')
      ? [side('last-broken', 'breaks it by the least in the last of several', makeSide(outer, false, 'last'), refused)]
      : []),
    ...units.flatMap((unit) => [
      side(`kept-${unit}`, `just keeps it with ${unit}`, makeSide(0, true, 'first', unit)),
      side(`broken-${unit}`, `breaks it by the least with ${unit}`, makeSide(outer, false, 'first', unit), refused),
    ]),
    ...(['above', 'below'].includes(relation.is)
      ? [side('turned', 'breaks it by more than the least', makeSide(2 * outer, false), refused)]
      : []),
    side('exactly', 'keeps it exactly, although binary arithmetic says otherwise,', makeOf(scaled, true)),
    side('far', 'keeps it with values far apart', makeOf(farValues, true)),
    side('same-month', 'breaks it by a day of the same month', makeOf(sameMonth, false), refused),
    side('many', 'keeps it with many parts', makeOf(summed(0), true)),
    side('one-left', 'breaks it by the last of many parts', makeOf(summed(1), false), refused),
  ];
  const isAllowed = compileSchema(schema);
  const exempt = (relation.unless ?? []).flatMap((value) => {
    const named = encodeURIComponent(`${value}`);
    const kept = `keeps it with ${value}, whatever the other value is,`;
    return [
      side(`unless-${named}`, kept, makeSet(value, true), { exempts: relation }),
      ...(isAllowed(`"${value}"`)
        ? [side(`quoted-${named}`, `breaks it with ${value} in quotes`, makeSet(`"${value}"`, false), refused)]
        : []),
    ];
  });
  return [
    side('kept', 'just keeps it', makeSide(0, true), counted),
    side('broken', 'breaks it by the least', makeSide(outer, false), refused),
    ...further.filter(({ make }) => make(requiredOf(request, requestPointer)) !== undefined),
    ...exempt,
  ];
}

function describe(relation: Relation): string {
  const { property, is, field, when = {} } = relation;
  const other = otherNameOf(relation, ' and ');
  const whens = Object.entries(when).map(([name, values]) => ` where ${name} is ${values.join(' or ')}`);
  const decimals = `with as many decimals as${field ? '' : ' it may have'}`;
  const words: Record<string, string> = { decimals, sum: 'the sum of' };
  return `${property} ${words[is] ?? is.replace('-', ' ')} ${other}${whens}`.trim();
}

function sideCase(contract: Contract, operation: Operation, side: Side): Case {
  const { requirement, field, refused, make } = side;
  const related = relatedOf(operation);
  const at = field === undefined ? { schema: {}, pointer: '' } : schemaAt(related, field);
  const parameter = operation.parameters.find(({ name }) => name === field);
  const pointer = parameter?.pointer ?? operation.requestPointer + at.pointer;
  const owner = related.properties?.[field?.split('/')[0] ?? ''] ?? {};
  const features = [...new Set([owner, at.schema].flatMap((one) => featuresOfProperty(contract, one)))];
  if (!side.ofStored && make(requiredOf(related, operation.requestPointer)) === undefined)
    throw new Error(
      `The suite can make no body of ${operation.id} ${side.title.replace(/ is (accepted|refused)$/, '')}: give one under examples of the request (${operation.requestPointer}).`,
    );
  return {
    id: `${operation.slug}/relations/${side.id}`,
    title: `${operation.slug} ${side.title}`,
    requirement: requirement.id,
    operations: [...new Set([creatorOf(contract).slug, operation.slug])],
    features,
    ...(refused !== undefined && { problem: refused }),
    proves: side.proves,
    async run({ subject, features }) {
      const { body, stored } = await freshBody(subject, operation);
      const made = make(body, stored);
      if (made === undefined) throw new CaseSkipped(`No request of ${operation.slug} is possible on this side of the rule here.`);
      const exchange = await subject.send(requestFor(operation, made));
      const difference = `body: ${showValue(body)} → ${showValue(made)}`;
      const about = { pointer, difference, ...(field !== undefined && { member: field }) };
      if (refused !== undefined) {
        const found = judgeRefused(contract, operation, { requirement, ...about }, refused, exchange, features);
        return found.length > 0 || !stored ? found : lookForChange(subject, operation, requirement, made, stored, exchange);
      }
      if (!hasSucceeded(exchange)) return broken(contract, requirement.id, { ...about, ...insteadOf('a success', exchange) });
      if (side.exempts && stored)
        return judgeExempt(subject, { operation, requirement: requirement.id, relation: side.exempts, made, stored, exchange });
      if (side.counts === undefined) return [];
      const now = side.counts.is === 'equal' ? await storedFor(subject, operation, made[operation.identifies ?? '']) : undefined;
      if (now && breachOf(side.counts, made, now) === undefined) return [];
      // Sends the same call again. It must now break the rule, because the first call used up the amount or changed the object.
      const again = await subject.send(requestFor(operation, made));
      return checkRefusal(contract, { requirement, ...about, baselineAccepted: true }, again);
    },
  };
}

/** Returns a finding if a request was refused but changed the object anyway. */
async function lookForChange(
  subject: Subject,
  operation: Operation,
  { id }: Requirement,
  made: Inputs,
  stored: Inputs,
  exchange: Exchange,
): Promise<Finding[]> {
  const { contract } = subject;
  const now = (await storedFor(subject, operation, made[operation.identifies ?? ''])) ?? stored;
  const known = Object.keys(readerOf(contract).response.properties ?? {});
  const field = known.find((name) => !isDeepStrictEqual(stored[name], now[name]));
  return field === undefined ? [] : broken(contract, id, insteadIn(field, showValue(stored[field]), now[field], [exchange]));
}

/** Checks that a request was refused, with this problem if the deployment claims problem-details. */
export function judgeRefused(
  contract: Contract,
  operation: Operation,
  tried: { requirement: Requirement; pointer: string; member?: string; difference: string },
  code: string,
  exchange: Exchange,
  features: ReadonlySet<string>,
) {
  const findings = checkRefusal(contract, { ...tried, baselineAccepted: true }, exchange);
  if (findings.length > 0 || !features.has('problem-details')) return findings;
  const { requirement, member: field } = tried;
  const problem = { requirement: code === 'validation_failed' ? requirementAbout(operation, 'validation') : requirement, code };
  const { item } = requirement;
  const isNamed = item !== undefined && field !== undefined && !field.includes('/');
  const named = isNamed && { item: { pointer: `/${pointed(field)}`, code: item } };
  return checkProblem(contract, { ...tried, problem: { ...problem, ...named } }, exchange);
}

/** Creates an object, and makes a valid body for it from its current fields. */
async function freshBody(subject: Subject, operation: Operation): Promise<{ body: Inputs; stored?: Inputs | undefined }> {
  if (operation.creates) return { body: subject.createBody };
  const { invoice } = await startFor(subject, operation);
  const id = await identifierFor(subject, operation, invoice);
  return { body: await bodyFor(subject, operation, id), stored: await storedFor(subject, operation, id) };
}
