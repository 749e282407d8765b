import { allCases } from '../../cases/index.ts';
import type { PlannedCase } from '../case/case.ts';
import { type Contract, requirementById } from '../contract/contract.ts';

/** A selection of cases. */
export interface Selection {
  /** Ids of cases, or the beginnings of ids. */
  case?: string[];
  /** operationIds, or their kebab-case forms. */
  operation?: string[];
}

/** Plans every selected case with its level and support; those that run by themselves come last. */
export function planCases(contract: Contract, selection: Selection = {}): PlannedCase[] {
  const operations = selection.operation?.map(
    (name) => contract.operations.find(({ id, slug }) => id === name || slug === name)?.slug,
  );
  const planned = allCases(contract).map((declared): PlannedCase => {
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
  });
  const ids = new Set<string>();
  for (const { id } of planned) {
    if (ids.has(id)) throw new Error(`Two cases have the id ${id}.`);
    ids.add(id);
  }
  const selected = planned.filter(
    ({ id, operations: called }) =>
      (!selection.case || selection.case.some((wanted) => id === wanted || id.startsWith(`${wanted.replace(/\/$/, '')}/`))) &&
      (!operations || called.some((slug) => operations.includes(slug))),
  );
  return selected.sort((one, other) => Number(one.alone ?? false) - Number(other.alone ?? false));
}
