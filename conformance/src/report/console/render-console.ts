import { groupBy, groupLargest } from '../../group-by.ts';
import { renderCurl } from '../../http/render-curl.ts';
import { verdicts } from '../../outcome/verdict.ts';
import { choosePaint, cutText, type Paint, showUnseen } from '../../text/encode-output.ts';
import { unreached } from '../build-report.ts';
import { describeUntried, likeReason } from '../count-statements.ts';
import { describeClaims, describeVerdict, describeWaits } from '../describe-verdict.ts';
import { groupCauses, nameSome } from '../group-causes.ts';
import { type JudgedRequirement, judgeRequirements } from '../judge-requirements.ts';
import type { Crash, JudgedTraffic, Report, SelfCheck } from '../report.ts';
import { renderBroken } from './render-broken.ts';

/** Without --all: maximum number of reasons, and of cases for each reason. */
const reasonsShown = 5;
const casesShown = 4;

/** Renders the cases without a verdict, grouped by reason, so that a missing option or a crash takes only one paragraph. */
function renderUntold(report: Report, paint: Paint, all: boolean): string[] {
  const untold = report.results.filter(({ verdict }) => verdict === 'skipped' || verdict === 'inconclusive');
  const told = untold.filter(({ reason }) => reason !== unreached);
  const groups = groupLargest(told, ({ verdict, reason = '' }) => `${verdict}: ${likeReason(reason)}`);
  const lines = groups.slice(0, all ? groups.length : reasonsShown).flatMap(([reason, cases]) => {
    const named = nameSome(cases, all ? cases.length : casesShown, ({ id }) => id);
    return ['', `${paint('yellow', String(cases.length))} ${showUnseen(reason)}`, paint('dim', `      ${named}`)];
  });
  const rest = all ? [] : groups.slice(reasonsShown);
  const more = rest.flatMap(([, cases]) => cases).length;
  const reasons = rest.length === 1 ? 'reason' : 'reasons';
  if (more > 0) lines.push('', `${more} more proved nothing, for ${rest.length} other ${reasons}; --all prints each.`);
  if (untold.length > told.length) lines.push('', `${untold.length - told.length} had not run when the run was ended.`);
  return lines;
}

const shown = 10;

/** Renders the findings grouped by likely cause. Returns no lines if there are only a few. */
function renderCauses(report: Report, paint: Paint, all: boolean): string[] {
  const causes = groupCauses(report);
  const findings = causes.reduce((sum, { found }) => sum + found.length, 0);
  if (findings < 4) return [];
  const listed = all ? causes : causes.slice(0, shown);
  const width = String(causes[0]?.found.length ?? '').length;
  const lines = listed.map(({ title, found, requirements: [first = '', ...others] }) => {
    const where = others.length === 0 ? first : `${others.length + 1} requirements`;
    return `  ${paint('bold', String(found.length).padStart(width))}  ${showUnseen(title)}  ${paint('dim', where)}`;
  });
  const more = causes.length - listed.length;
  if (more > 0) lines.push(`  ${' '.repeat(width)}  and ${more} other causes`);
  return ['', `${findings} findings, by likely cause:`, ...lines];
}

export interface ConsoleOptions {
  colour: boolean;
  /** True to print every finding and every reason. */
  all: boolean;
  /** Path of the HTML page, if it was written. */
  page?: string | undefined;
}

/** Without --all: maximum number of lines for findings, so that the whole output fits on fewer than three screens. */
const linesOfFindings = 80;

/** Renders the report for a terminal: the cases without a verdict, the findings by cause and by requirement, and the verdict. */
export function renderConsole(report: Report, options: ConsoleOptions = { colour: false, all: false }): string {
  const paint = choosePaint(options.colour);
  // The verdict is printed last: it matters most, and stays visible there.
  const lines = [
    ...renderUntold(report, paint, options.all),
    ...(report.crash ? renderCrash(report.crash, paint) : []),
    ...renderCauses(report, paint, options.all),
    ...renderFindings(report, paint, options),
    ...report.results.flatMap(({ id, verdict, reason = '' }) =>
      verdict === 'error' ? ['', `${paint('red', 'ERROR')} ${id}: the suite itself broke.`, `      ${showUnseen(reason)}`] : [],
    ),
    ...(report.selfCheck ? ['', ...renderSelfCheck(report.selfCheck)] : []),
    '',
    ...report.reasons.map(showUnseen),
    paint('bold', `${showUnseen(report.subject)} ${paint(toneOf(report), `${describeVerdict(report)}.`)}`),
    ...sayUntried(report),
    ...(report.next ?? []),
    ...describeWaits(report),
    describeCounts(report),
  ];
  return `${lines.join('\n').trimStart()}\n`;
}

/** Lists the statements that were not tested, if the verdict states their number. */
function sayUntried({ statements, verdict, selected }: Report): string[] {
  if (!statements || selected || (verdict !== 'conformant' && verdict !== 'partial')) return [];
  return [describeUntried(statements) ?? []].flat().map(showUnseen);
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
  if (broken.length > 0) lines.unshift('', sayToken(report), ...(isOther ? [aboutCaseToken] : []));
  if (rest > 0) {
    const where = page === undefined ? '--all prints them' : `${page} has them, --all prints them`;
    lines.push('', `And ${rest} more ${rest === 1 ? 'requirement' : 'requirements'} broke: ${where}.`);
  }
  return lines;
}

const aboutCaseToken = 'CASE_TOKEN stands for another token, which the finding describes or the case minted.';

function sayToken({ reproduce, subject, judged }: Report): string {
  if (judged) return 'The requests below were recorded: their receipts are masked, and their invoices may no longer exist.';
  if (/ --start /.test(reproduce))
    return `The command of --start has ended. Before you use the commands below, start it at ${subject} and set TOKEN to its token.`;
  return 'Before you use the commands below, set TOKEN to your token: export TOKEN=…';
}

const toneOf = ({ verdict }: Report): 'red' | 'green' | 'yellow' =>
  verdict === 'not conformant' ? 'red' : verdict === 'conformant' ? 'green' : 'yellow';

function describeCounts(report: Report): string {
  const { counts, results, milliseconds, contract, judged } = report;
  const heldTo = `held to ${describeClaims(report)}; contract ${contract.version} (${contract.sha256.slice(0, 12)}).`;
  if (judged) return `${describeTraffic(counts, judged)}; ${heldTo}`;
  const said = verdicts.filter((verdict) => counts[verdict] > 0 && verdict !== 'not-supported');
  const listed = said.map((verdict) => `${counts[verdict]} ${verdict}`).join(', ');
  const planned = results.length - counts['not-supported'];
  const ran = planned - results.filter(({ reason }) => reason === unreached).length;
  const left = counts['not-supported'] > 0 ? ` (${counts['not-supported']} more belong to features that are not claimed)` : '';
  const took = `${(milliseconds / 1000).toFixed(1)} s`;
  return `${listed}; ${ran < planned ? `${ran} of ${planned}` : ran} ${planned === 1 ? 'case' : 'cases'} in ${took}${left}; ${heldTo}`;
}

function describeTraffic(counts: Report['counts'], { ignored, findings, from, until }: JudgedTraffic): string {
  const span = from === undefined ? '' : `; from ${from} until ${until}`;
  const others = ignored > 0 ? `; ${ignored} exchanges at paths outside the API` : '';
  const broke = `${counts.pass} requirements held where they were seen, ${counts.fail + counts.warn} did not, ${findings} findings`;
  return `${broke}${others}${span}`;
}

/** Renders how many changed responses the suite noticed, and lists those that it did not notice. */
function renderSelfCheck({ tamperings, seen, unseen, reread, notReread }: SelfCheck): string[] {
  const cases = (count: number): string => `${count} ${count === 1 ? 'case' : 'cases'}`;
  // The cases in `notReread` also judge callbacks, what the adapter did, or the order of simultaneous requests.
  const rest = `${cases(notReread.length)} ${notReread.length === 1 ? 'rests' : 'rest'} on more than the recorded responses`;
  const left = notReread.length > 0 ? `; ${rest}` : '';
  const covered = unseen.filter(({ coveredBy }) => coveredBy !== undefined);
  const bare = unseen.filter(({ coveredBy }) => coveredBy === undefined);
  const more = covered.length > 0 ? ` by the cases that read them, and ${covered.length} more by those of another statement` : '';
  return [
    `Self-check: of ${tamperings} responses tampered with, the suite saw ${seen}${more}; ${cases(reread)} read the record again${left}.`,
    ...listUnseen(covered, ({ coveredBy }) => `seen by ${coveredBy}`),
    ...listUnseen(bare, ({ tampering }) => `not covered: ${tampering}`),
  ];
}

/** Lists the places in `unseen`, grouped by the titles that `titleOf` returns. */
function listUnseen(unseen: SelfCheck['unseen'], titleOf: (one: SelfCheck['unseen'][number]) => string): string[] {
  return [...groupBy(unseen, titleOf)].map(([title, places]) =>
    showUnseen(`      ${title}: ${nameSome(places, 3, ({ where }) => where)}`),
  );
}

function renderCrash({ failure, unanswered, before }: Crash, paint: Paint): string[] {
  return [
    '',
    `${paint('red', 'GONE')}  The deployment stopped responding: ${unanswered} requests in a row ended with "${showUnseen(failure)}".`,
    '      The last requests before that; one of them may have crashed it:',
    ...before.map(({ case: id, exchange }) => {
      const outcome = exchange.answer ? String(exchange.answer.status) : 'no response';
      const body = exchange.request.body === undefined ? '' : `  ${cutText(showUnseen(exchange.request.body), 100)}`;
      return `        ${outcome.padEnd(11)}  ${showUnseen(`${exchange.request.method} ${exchange.request.path}`)}${body}  ${paint('dim', id)}`;
    }),
    ...curlLines(before),
  ];
}

function curlLines(before: Crash['before']): string[] {
  const suspects = before.flatMap(({ exchange }) => (exchange.answer === undefined ? renderCurl(exchange) : []));
  const short = suspects.filter((curl) => curl.length < 600).map((curl) => `        ${showUnseen(curl)}`);
  return short.length === 0 ? [] : ['      To try those without a response, one after the other:', ...short];
}
