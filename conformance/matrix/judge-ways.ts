import { type Matrix, provenBy } from './matrix.ts';
import { oneWay } from './one-way.ts';

/** Lists the mistakes in `reasons`: ids that no statement has, and ids with two reasons. */
export function checkReasons(statements: readonly string[], reasons = oneWay): string[] {
  const ids = Object.values(reasons).flat();
  return [
    ...ids
      .filter((id) => !statements.includes(id))
      .map((id) => `The contract has no statement ${id}: take it out of one-way.ts.`),
    ...ids.filter((id, at) => ids.indexOf(id) < at).map((id) => `${id} is twice in one-way.ts: leave one reason.`),
  ];
}

/**
 * Counts the statements by how many cases find their faults. A statement with fewer than two such cases must have a reason, and
 * any other must have none. Lists the violations of this rule, and the mistakes in `reasons`.
 */
export function judgeWays(matrix: Matrix, reasons = oneWay): { counts: string; mistakes: string[] } {
  const enough = new Set(Object.values(reasons).flat());
  const proven = [...provenBy(matrix)].map(([id, by]) => ({ id, ...by }));
  const broken = proven.filter(({ faults }) => faults.length > 0);
  const [twice, once] = [broken.filter(({ cases }) => cases.length > 1), broken.filter(({ cases }) => cases.length < 2)];
  const owed = once.filter(({ id }) => !enough.has(id));
  return {
    counts: `${broken.length} of ${proven.length} statements have a fault. ${twice.length} are found by two cases or more, ${once.length - owed.length} by one with a reason, ${owed.length} by one without.`,
    mistakes: [
      ...checkReasons(matrix.statements, reasons),
      ...owed.map(
        ({ id, cases }) => `Only ${cases[0] ?? 'no case'} finds a fault of ${id}: add a case, or a reason in one-way.ts.`,
      ),
      ...twice
        .filter(({ id }) => enough.has(id))
        .map(({ id, cases }) => `${cases.slice(0, 2).join(' and ')} find a fault of ${id}: take its reason out of one-way.ts.`),
    ],
  };
}
