import { type DeclaredCase, declareCases } from '../../cases/index.ts';
import type { PlannedCase } from '../case/case.ts';
import { type Contract, type Operation, requirementById, requirementOf } from '../contract/contract.ts';
import { factsOf, type NameKind } from '../contract/domain.ts';
import { findCallback } from '../contract/read-delivery.ts';
import { groupBy } from '../group-by.ts';
import { onceFor } from '../once-for.ts';
import { ConformanceError } from '../outcome/conformance-error.ts';
import { listUnmade } from '../subject/identifier-for.ts';
import { describeOwed, type WholePlan } from './check-plan.ts';
import { findTried, listStatements, type Statement } from './list-statements.ts';
import { readPackedPlan } from './packed-plan.ts';

/** Lists the names that cases use and that this contract does not have. */
function listUnread(contract: Contract): string[] {
  const { document, features, operations } = contract;
  const { names: expected, room } = factsOf(contract);
  const { properties = {} } = operations.find(({ creates }) => creates)?.response ?? {};
  const unrouted = Object.values((document['x-unrouted-answers'] ?? {}) as Record<string, { headers?: object }>);
  const stated: Record<NameKind, string[]> = {
    field: Object.keys(properties),
    feature: [...features.keys()],
    parameter: operations.flatMap(({ parameters }) => parameters.map(({ name }) => name)),
    header: operations.flatMap(({ headers, refusals }) =>
      [headers, ...refusals.map((one) => one.headers)].flat().map(({ name }) => name),
    ),
    'header where no operation is': unrouted.flatMap(({ headers = {} }) => Object.keys(headers)),
    'header of callbacks': findCallback(contract)?.headers ?? [],
  };
  return Object.entries(expected).flatMap(([kind, names]) => {
    const lacks = kind === 'field' ? 'The invoice has no' : `The contract has no ${kind}`;
    const unread = names.filter((name) => !stated[kind as NameKind].includes(name));
    return unread.map(
      (name) =>
        `${lacks} ${name}, which cases read by that name: rename it in them, or take them out; grep -rniw -- ${name} conformance/cases conformance/src ${room} finds them. (conformance/cases/index.ts)`,
    );
  });
}

/** Conditions for selecting cases. A case must meet all conditions that are given. */
export interface Selection {
  /** Ids of cases, or strings with which the ids begin. */
  case?: readonly string[];
  /** operationIds, or their kebab-case forms. */
  operation?: readonly string[];
  /** Ids of requirements. Selects the cases that are about one of these requirements or also cover it. */
  requirement?: readonly string[];
  /** Ids of clauses or requirements. Selects the cases that test one of them. */
  clause?: readonly string[];
  /** Complete ids of cases. */
  ids?: readonly string[];
}

/**
 * Plans all cases for a contract, with their levels and features. Does so only once for each contract. Cases that move the clock
 * come late, and cases that run alone come last.
 * @throws PlanError if the contract requires a case that does not exist, because a run must not pass without it
 */
export const planCases = onceFor((contract: Contract): PlannedCase[] => readPackedPlan(contract) ?? planAnew(contract));

function planAnew(contract: Contract): PlannedCase[] {
  const whole = planAll(contract);
  const owed = contract.plain ? whole.mistakes : describeOwed(contract, whole);
  if (owed.length > 0) throw new PlanError(`The contract states more than the suite tries:\n${owed.join('\n')}`);
  return whole.planned.toSorted((one, other) => turnOf(one) - turnOf(other));
}

/** Ranks cases for their order: those that move the clock come late, and those that run alone or restart the server come last. */
export const turnOf = ({ alone, restarts, movesClock }: PlannedCase): number =>
  alone || restarts ? 2 : Number(movesClock ?? false);

/** Returns the cases that meet the conditions, in the order of the plan. */
export function selectCases(contract: Contract, planned: readonly PlannedCase[], selection: Selection): PlannedCase[] {
  const { case: parts, operation, requirement: about, clause: statements, ids: exact } = selection;
  const ids = exact && new Set(exact);
  const slugs = contract.operations.map(({ slug }) => slug);
  const wanted = operation?.map((name) => contract.operations.find(({ id, slug }) => id === name || slug === name)?.slug);
  return planned.filter(
    ({ id, operations, requirement, covers = [], tries }) =>
      (!ids || ids.has(id)) &&
      (!parts || parts.some((part) => id === part || id.startsWith(`${part.replace(/\/$/, '')}/`))) &&
      (!about || [requirement, ...covers].some((one) => about.includes(one))) &&
      (!statements || tries.some((one) => statements.includes(one))) &&
      (!wanted || ownersOf(id, operations, slugs).some((slug) => wanted.includes(slug))),
  );
}

/** Returns the operation whose folder contains the case. If there is none, returns all operations that the case calls. */
function ownersOf(id: string, called: string[], slugs: string[]): string[] {
  const own = slugs.find((slug) => id.startsWith(`${slug}/`));
  return own === undefined ? called : [own];
}

/** Plans all cases that exist, even if the contract requires more. */
export function planAll(contract: Contract): WholePlan {
  const { cases, mistakes } = declareCases(contract);
  const twice = [...groupBy(cases, ({ id }) => id).values()].filter(({ length }) => length > 1);
  const isStated = ({ requirement }: DeclaredCase): boolean => contract.requirements.has(requirementOf(requirement));
  const unstated = cases.flatMap((one) => (isStated(one) ? [] : [describeUnstated(one)]));
  const stated = cases.filter(isStated).map(splitClause);
  const statements = listStatements(contract, stated);
  const own = groupBy(statements, ({ requirement }) => requirement);
  const withCases = new Set(stated.map(({ requirement }) => requirement));
  const untried = new Set([...own.keys()].filter((id) => !withCases.has(id)));
  // Finds these operations only once, because searching a large document for each case would take a long time.
  const ofFeatures = contract.operations.filter(({ feature }) => feature !== undefined);
  const planned = stated.map((declared) => plan(contract, ofFeatures, declared, findTried(declared, own, untried)));
  if (contract.plain) {
    // A plain document requires no particular cases, so statements that no case tests are left out.
    const said = new Set(planned.flatMap(({ tries }) => tries));
    return { planned, statements: statements.filter(({ id }) => said.has(id)), mistakes };
  }
  return {
    planned,
    statements,
    mistakes: [
      ...mistakes,
      ...listUnknownClauses(planned, statements),
      ...twice.map(
        ([one, other]) => `Two cases have the id ${one?.id}: ${one?.title}; ${other?.title}. (conformance/${other?.file})`,
      ),
      ...unstated,
      ...listUnread(contract),
      ...listUnmade(contract),
      ...listUnknownFeatures(contract, planned),
      ...listContradicted(contract, planned),
    ],
  };
}

/** If a case names a clause as its requirement, puts the requirement in its place, and moves the clause to `tries`. */
function splitClause(declared: DeclaredCase): DeclaredCase {
  const { requirement: id, tries = [] } = declared;
  const requirement = requirementOf(id);
  return requirement === id ? declared : { ...declared, requirement, tries: [id, ...tries] };
}

/** Lists the clauses that cases name and that the contract does not have. */
function listUnknownClauses(planned: readonly PlannedCase[], statements: readonly Statement[]): string[] {
  const known = new Set(statements.map(({ id }) => id));
  return planned.flatMap(({ id, tries, file }) =>
    tries
      .filter((name) => !known.has(name))
      .map((name) => `The case ${id} tries ${name}, and the contract has no such clause: name another. (conformance/${file})`),
  );
}

const describeUnstated = ({ id, requirement, file }: DeclaredCase): string =>
  `The case ${id} is about the requirement ${requirement}, which the contract does not have: take the case out, or name another. (conformance/${file})`;

/** @param ofFeatures the operations that belong to a feature */
function plan(contract: Contract, ofFeatures: readonly Operation[], one: DeclaredCase, tries: string[]): PlannedCase {
  const { features: own = [], ...declared } = one;
  const { level, support, feature, within } = requirementById(contract, declared.requirement);
  const ofOperations = ofFeatures.flatMap(({ slug, feature = [] }) => (declared.operations.includes(slug) ? feature : []));
  const features = [...new Set([own, within ?? [], ofOperations].flat())];
  const optional = { ...(feature !== undefined && { feature }), ...(features.length > 0 && { features }) };
  return { ...declared, tries, level, support, ...optional };
}

/** Lists the features that cases need and the contract lacks. No deployment could claim them, so these cases would never run. */
function listUnknownFeatures({ features }: Contract, planned: readonly PlannedCase[]): string[] {
  const asked = new Map<string, PlannedCase>();
  for (const one of planned.toReversed()) for (const name of one.features ?? []) if (!features.has(name)) asked.set(name, one);
  return [...asked].map(
    ([name, { id, file }]) =>
      `The case ${id} asks for the feature ${name}, which the contract does not have: name another, or none. (conformance/${file})`,
  );
}

/** Lists the statements that are marked as untestable although a case tests them. A person has to remove the mark or the case. */
function listContradicted({ requirements, problems, lifecycle }: Contract, planned: readonly PlannedCase[]): string[] {
  const say = (what: string, word: string, tries: (one: PlannedCase) => boolean): string[] => {
    const [first, ...others] = planned.filter(tries);
    if (!first) return [];
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    return [
      `${what} says \`${word}\`, and ${first.id}${more} tries it: take the word out, or the case. (conformance/${first.file})`,
    ];
  };
  const untestable = [...requirements.values()].filter((one) => one.untestable !== undefined);
  const refused = [...problems].filter(([, problem]) => problem.untestable !== undefined);
  const cells = lifecycle.transitions.flatMap(({ event, from, untested }) =>
    untested === undefined ? [] : from.map((state) => `${event} in ${state}`),
  );
  return [
    ...untestable.flatMap(({ id }) => say(`The requirement ${id}`, 'untestable', ({ requirement }) => requirement === id)),
    ...refused.flatMap(([code]) => say(`The problem ${code}`, 'untestable', ({ problem }) => problem === code)),
    ...cells.flatMap((cell) => say(cell, 'untested', ({ proves = [] }) => proves.includes(`cell ${cell}`))),
  ];
}

/** Thrown if the contract requires a case that the suite cannot plan. */
class PlanError extends ConformanceError {
  override name = 'PlanError';
}
