import { verdicts } from '../../outcome/verdict.ts';
import { showUnseen } from '../../text/encode-output.ts';
import { choosePaint, type Paint } from '../../text/paint.ts';
import { unreached } from '../build-report.ts';
import { describeClaims, describeVerdict } from '../describe-verdict.ts';
import { type JudgedRequirement, judgeRequirements } from '../judge-requirements.ts';
import type { JudgedTraffic, Report } from '../report.ts';
import { renderBroken } from './render-broken.ts';
import { renderCauses } from './render-causes.ts';
import { renderCrash } from './render-crash.ts';
import { renderSelfCheck } from './render-self-check.ts';
import { renderUntold } from './render-untold.ts';

export interface ConsoleOptions {
  colour: boolean;
  /** Prints every finding and every reason. */
  all: boolean;
  /** Path of the page that has everything, if it was written. */
  page?: string;
}

/** Lines of findings that are printed unless all are asked for: with what stands around them less than three screens. */
const linesOfFindings = 80;

/** Renders the report for a terminal: cases without a verdict, what broke by cause and by requirement, then the verdict. */
export function renderConsole(report: Report, options: ConsoleOptions = { colour: false, all: false }): string {
  const paint = choosePaint(options.colour);
  // Cases without a verdict come first: the end of the output stays in sight.
  const lines = [
    ...renderUntold(report, paint, options.all),
    ...(report.crash ? renderCrash(report.crash, paint) : []),
    ...renderCauses(report, paint, options.all),
    ...renderFindings(report, paint, options),
    ...report.results
      .filter(({ verdict }) => verdict === 'error')
      .flatMap(({ id, reason }) => [
        '',
        `${paint('red', 'ERROR')} ${id}: the suite itself broke.`,
        `      ${showUnseen(reason ?? '')}`,
      ]),
    ...(report.selfCheck ? ['', ...renderSelfCheck(report.selfCheck)] : []),
    '',
    ...report.reasons.map(showUnseen),
    paint('bold', `${showUnseen(report.subject)} ${paint(toneOf(report), `${describeVerdict(report)}.`)}`),
    ...(report.next ?? []),
    describeCounts(report),
  ];
  return `${lines.join('\n').trimStart()}\n`;
}

function renderFindings(report: Report, paint: Paint, { all, page }: ConsoleOptions): string[] {
  const broken = judgeRequirements(report).filter(({ findings }) => findings.length > 0);
  const lines: string[] = [];
  const shown: JudgedRequirement[] = [];
  for (const one of broken) {
    const block = renderBroken(report, one, paint, all);
    if (!all && shown.length > 0 && lines.length + block.length > linesOfFindings) break;
    lines.push(...block);
    shown.push(one);
  }
  const rest = broken.length - shown.length;
  const isOther = lines.some((line) => line.includes('$CASE_TOKEN'));
  if (broken.length > 0) lines.unshift('', ...sayToken(report), ...(isOther ? [aboutCaseToken] : []));
  if (rest > 0) {
    const where = page === undefined ? '--all prints them' : `${page} has them, --all prints them`;
    lines.push('', `And ${rest} more ${rest === 1 ? 'requirement' : 'requirements'} broke: ${where}.`);
  }
  return lines;
}

const aboutCaseToken = 'CASE_TOKEN stands for another token: as its finding describes it, or one that the case had made.';

function sayToken({ reproduce, subject, judged }: Report): string[] {
  if (judged) return ['The requests below are on record: receipts in them are masked, and their invoices may be gone.'];
  if (/ --start /.test(reproduce))
    return [`What was started has ended: for the commands below start it at ${subject}, and export TOKEN with its token.`];
  return ['For the commands below: export TOKEN=… with your token.'];
}

const toneOf = ({ verdict }: Report): 'red' | 'green' | 'yellow' =>
  verdict === 'not conformant' ? 'red' : verdict === 'conformant' ? 'green' : 'yellow';

function describeCounts(report: Report): string {
  if (report.judged) return describeTraffic(report, report.judged);
  const { counts, results, milliseconds, contract } = report;
  const said = verdicts.filter((verdict) => counts[verdict] > 0 && verdict !== 'not-supported');
  const listed = said.map((verdict) => `${counts[verdict]} ${verdict}`).join(', ');
  const planned = results.length - counts['not-supported'];
  const ran = planned - results.filter(({ reason }) => reason === unreached).length;
  const left = counts['not-supported'] > 0 ? ` (${counts['not-supported']} more belong to features that are not claimed)` : '';
  const took = `${(milliseconds / 1000).toFixed(1)} s`;
  return `${listed}; ${ran < planned ? `${ran} of ${planned}` : ran} ${planned === 1 ? 'case' : 'cases'} in ${took}${left}; held to ${describeClaims(report)}; contract ${contract.version} (${contract.sha256.slice(0, 12)}).`;
}

function describeTraffic({ counts, contract, ...report }: Report, { ignored, findings, from, until }: JudgedTraffic): string {
  const span = from === undefined ? '' : `; from ${from} until ${until}`;
  const others = ignored > 0 ? `; ${ignored} exchanges at paths outside the API` : '';
  const broke = `${counts.pass} requirements held where they were seen, ${counts.fail + counts.warn} did not, ${findings} findings`;
  return `${broke}${others}${span}; held to ${describeClaims(report)}; contract ${contract.version} (${contract.sha256.slice(0, 12)}).`;
}
