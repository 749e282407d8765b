import { type DeclaredCase, declareCases } from '../../cases/index.ts';
import type { PlannedCase } from '../case/case.ts';
import { type Contract, requirementById } from '../contract/contract.ts';
import { groupBy } from '../group-by.ts';
import { PlanError } from '../outcome/plan-error.ts';
import { listUnmade } from '../subject/identifier-for.ts';
import { describeOwed, type WholePlan } from './check-plan.ts';
import { listContradicted, listUnknownFeatures } from './list-contradicted.ts';
import { listUnread } from './list-unread.ts';

/** A choice of cases: those that each of its parts names. */
export interface Selection {
  /** Ids of cases, or the beginnings of ids. */
  case?: readonly string[];
  /** operationIds, or their kebab-case forms. */
  operation?: readonly string[];
  /** Requirements that the cases are about, or look at too. */
  requirement?: readonly string[];
  /** Ids of cases, whole. */
  ids?: readonly string[];
}

/**
 * Plans every case with its level and support; those that move the clock come late, those that run by themselves last.
 * @throws PlanError where the contract demands a case that there is not: what nobody tries must not pass
 */
export function planCases(contract: Contract): PlannedCase[] {
  const whole = planAll(contract);
  const owed = describeOwed(contract, whole);
  if (owed.length > 0) throw new PlanError(`The contract demands more than the suite tries:\n${owed.join('\n')}`);
  return whole.planned.sort((one, other) => turnOf(one) - turnOf(other));
}

/** Returns when a case has its turn: 0 with most others, 1 with those that move the clock, 2 by itself. */
export function turnOf({ alone, movesClock }: PlannedCase): number {
  return alone ? 2 : movesClock ? 1 : 0;
}

/** Returns the cases that a selection names, in the order of the plan. */
export function selectCases(contract: Contract, planned: readonly PlannedCase[], selection: Selection): PlannedCase[] {
  const { case: parts, operation, requirement: about, ids: exact } = selection;
  const ids = exact && new Set(exact);
  const slugs = contract.operations.map(({ slug }) => slug);
  const wanted = operation?.map((name) => contract.operations.find(({ id, slug }) => id === name || slug === name)?.slug);
  return planned.filter(
    ({ id, operations, requirement, covers = [] }) =>
      (!ids || ids.has(id)) &&
      (!parts || parts.some((part) => id === part || id.startsWith(`${part.replace(/\/$/, '')}/`))) &&
      (!about || [requirement, ...covers].some((one) => about.includes(one))) &&
      (!wanted || ownersOf(id, operations, slugs).some((slug) => wanted.includes(slug))),
  );
}

/** Returns the operation in whose folder a case is; all that it calls where it is in another, as those of the lifecycle are. */
function ownersOf(id: string, called: string[], slugs: string[]): string[] {
  const own = slugs.find((slug) => id.startsWith(`${slug}/`));
  return own === undefined ? called : [own];
}

/** Plans every case, whether the contract demands more or not. */
export function planAll(contract: Contract): WholePlan {
  const { cases, mistakes } = declareCases(contract);
  const twice = [...groupBy(cases, ({ id }) => id).values()].filter(({ length }) => length > 1);
  const isStated = ({ requirement }: DeclaredCase): boolean => contract.requirements.has(requirement);
  const unstated = cases.flatMap((one) => (isStated(one) ? [] : [describeUnstated(one)]));
  const planned = cases.filter(isStated).map((declared) => plan(contract, declared));
  return {
    planned,
    mistakes: [
      ...mistakes,
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

const describeUnstated = ({ id, requirement, file }: DeclaredCase): string =>
  `The case ${id} is about the requirement ${requirement}, which the contract does not have: take the case out, or name another. (conformance/${file})`;

function plan(contract: Contract, declared: DeclaredCase): PlannedCase {
  const { level, support, feature, within } = requirementById(contract, declared.requirement);
  const ofOperations = contract.operations.flatMap((operation) =>
    declared.operations.includes(operation.slug) ? (operation.feature ?? []) : [],
  );
  const features = [...new Set([declared.features ?? [], within ?? [], ofOperations].flat())];
  return {
    ...declared,
    level,
    support,
    ...(feature === undefined ? {} : { feature }),
    ...(features.length > 0 && { features }),
  };
}
