import { groupBy } from '../../group-by.ts';
import type { CaseResult } from '../../outcome/verdict.ts';
import { showUnseen } from '../../text/encode-output.ts';
import type { Paint } from '../../text/paint.ts';
import { unreached } from '../build-report.ts';
import { likeReason } from '../like-reason.ts';
import type { Report } from '../report.ts';

/** Reasons that are shown unless all are asked for, and cases that are named of each. */
const reasonsShown = 5;
const casesShown = 4;

/** Renders the cases without a verdict, grouped by reason, so that one missing option, or one crash, is one paragraph. */
export function renderUntold(report: Report, paint: Paint, all: boolean): string[] {
  const untold = report.results.filter(({ verdict }) => verdict === 'skipped' || verdict === 'inconclusive');
  const left = untold.filter(({ reason }) => reason === unreached).length;
  const told = untold.filter(({ reason }) => reason !== unreached);
  const groups = [...groupBy(told, ({ verdict, reason = '' }) => `${verdict}: ${likeReason(reason)}`)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  const shown = all ? groups : groups.slice(0, reasonsShown);
  const rest = groups.slice(shown.length);
  const more = rest.reduce((sum, [, cases]) => sum + cases.length, 0);
  return [
    ...shown.flatMap(([reason, cases]) => [
      '',
      `${paint('yellow', String(cases.length))} ${showUnseen(reason)}`,
      paint('dim', `      ${nameSome(cases, all)}`),
    ]),
    ...(more > 0
      ? [
          '',
          `${more} more proved nothing, for ${rest.length} other ${rest.length === 1 ? 'reason' : 'reasons'}; --all prints each.`,
        ]
      : []),
    ...(left > 0 ? ['', `${left} were not reached before the run was ended.`] : []),
  ];
}

function nameSome(cases: readonly CaseResult[], all: boolean): string {
  const named = cases.slice(0, all ? cases.length : casesShown).map(({ id }) => id);
  return `${named.join(', ')}${cases.length > named.length ? ` and ${cases.length - named.length} more` : ''}`;
}
