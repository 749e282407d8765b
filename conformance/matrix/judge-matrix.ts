import { catchesOf, caughtBy, type Matrix } from './matrix.ts';

/** Lists the defects of the suite that its matrix shows, one sentence each; an empty list means that the suite can be trusted. */
export function judgeMatrix(matrix: Matrix): string[] {
  const missed = matrix.faults
    .filter((row) => caughtBy(row).length === 0)
    .map(({ id, breaks, clause, field, hits }) => {
      const found = [...new Set(hits.flatMap(({ requirements }) => requirements))].join(', ') || 'nothing';
      return `The fault ${id} is not caught: no finding names ${breaks}${field ? ` and ${field}` : ''}${clause ? ` in a case that is for ${clause}` : ''}. Found: ${found}.`;
    });
  const alarms = matrix.variants.flatMap(({ id, hits }) =>
    hits.map((hit) => `False alarm at the variant ${id}: ${hit.case} names ${hit.requirements.join(', ')}.`),
  );
  const untold = matrix.variants.flatMap(({ id, untold }) => untold.map((what) => `At the variant ${id}: ${what}`));
  const blind = [...catchesOf(matrix)]
    .filter(([, faults]) => faults.length === 0)
    .map(([id]) => `The case ${id} catches no fault.`);
  const broken = [...matrix.faults, ...matrix.variants].flatMap(({ id, errors }) =>
    errors.map((error) => `The suite broke at ${id}: ${error}`),
  );
  return [...missed, ...alarms, ...untold, ...blind, ...broken];
}
