import type { PlannedCase } from '../case/case.ts';
import { groupBy } from '../group-by.ts';
import type { Rehearsal } from './rehearse.ts';

/** Describes the requests of a run in a line. */
export function describePlan(planned: PlannedCase[], { traffic, results }: Rehearsal, rate?: number): string {
  const unclaimed = results.filter(({ verdict }) => verdict === 'not-supported').length;
  const limit = rate === undefined ? '' : `, at most ${rate} a second`;
  const demanded = count(planned.length - unclaimed, 'case');
  const left = unclaimed > 0 ? ` (${unclaimed} more belong to features that are not claimed)` : '';
  return `Plan: ${demanded}${left}; about ${count(traffic.requests, 'request')}${limit}, ${traffic.writes} of them write, ${count(traffic.created.length, 'invoice')}.\n`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Describes the same with the number of cases in each file, and the cases that would be skipped. */
export function describeDryRun(planned: PlannedCase[], rehearsal: Rehearsal, rate?: number): string {
  const claimed = planned.filter(({ id }) =>
    rehearsal.results.some((result) => result.id === id && result.verdict !== 'not-supported'),
  );
  const byPart = [...groupBy(claimed, ({ id }) => id.split('/').slice(0, 2).join('/'))];
  const width = Math.max(...byPart.map(([part]) => part.length), 0);
  const skipped = rehearsal.results.filter(({ verdict }) => verdict === 'skipped');
  const reasons = [...groupBy(skipped, ({ reason = '' }) => reason)];
  return [
    ...byPart.map(([part, cases]) => `${part.padEnd(width)}  ${String(cases.length).padStart(4)}`),
    '',
    ...reasons.map(([reason, cases]) => `${cases.length} of these would be skipped: ${reason}`),
    `${describePlan(planned, rehearsal, rate)}Nothing was sent. Counted against a small server inside the suite; yours may get a few more or less.\n`,
  ].join('\n');
}
