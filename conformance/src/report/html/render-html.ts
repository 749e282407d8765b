import { groupBy } from '../../group-by.ts';
import { showUnseen } from '../../text/encode-output.ts';
import { unreached } from '../build-report.ts';
import { describeTried, describeUntried, type StatementCount } from '../count-statements.ts';
import { describeVerdict, describeWaits } from '../describe-verdict.ts';
import { type Cause, groupCauses, nameSome } from '../group-causes.ts';
import { type JudgedRequirement, judgeRequirements } from '../judge-requirements.ts';
import { type Crash, type JudgedTraffic, type Report, type SelfCheck, titleOf } from '../report.ts';
import { type Html, html, markCode, readStyle, renderDocument } from './html-template.ts';
import { order, renderExchange, renderGroups } from './render-requirement.ts';
import { script } from './script.ts';
import { words } from './words.ts';

/** If there are more causes than this, the reader has to open a list to see them. */
const causesShown = 12;

/** Renders the findings grouped by likely cause. Returns undefined if there is only one finding. */
function renderCauses(report: Report): Html | undefined {
  const causes = groupCauses(report);
  const findings = causes.reduce((sum, { found }) => sum + found.length, 0);
  if (findings < 2) return undefined;
  const [shown, rest] = [causes.slice(0, causesShown), causes.slice(causesShown)];
  return html`<section class="causes"><h2>What broke <small>${findings} findings, by likely cause</small></h2>
<ol>${shown.map(renderCause)}</ol>
${rest.length > 0 && html`<details class="more"><summary>And ${rest.length} more</summary><ol>${rest.map(renderCause)}</ol></details>`}
</section>`;
}

function renderCause({ title, found, requirements }: Cause): Html {
  const links = requirements.map((id) => html` <a href="#${id}">${id}</a>`);
  return html`<li><b>${found.length}</b> <span>${markCode(showUnseen(title))}${
    links.length === 1 ? links : html`<details><summary>${requirements.length} requirements</summary>${links}</details>`
  }</span></li>
`;
}

/** Renders the report as a page that loads no other files. Without scripts, it lacks only the filter and a few conveniences. */
export function renderHtml(report: Report): string {
  const judged = judgeRequirements(report);
  const tone = report.counts.fail > 0 ? 'fail' : report.verdict === 'conformant' ? 'pass' : 'warn';
  const body = html`<header class="top ${tone}">
<p class="kind">${titleOf(report)} <span>Conformance report</span></p>
<h1><span class="subject">${report.subject}</span> ${describeVerdict(report)}.</h1>
${report.reasons.map((reason) => html`<p class="reason">${markCode(reason)}</p>\n`)}
${report.next?.map((sentence) => html`<p class="reason next">${markCode(sentence)}</p>\n`)}
${renderBar(judged)}
</header>
<main>
${report.crash && renderCrash(report.crash)}
${renderCauses(report)}
${renderTested(report)}
${renderFilter(judged)}
${renderGroups(judged, report)}
<p class="none" hidden>Nothing matches.</p>
</main>
<footer>Run ${report.runId}, ${report.runner.name} ${report.runner.version}. Tokens are masked.</footer>
`;
  return renderDocument({ title: `${report.subject} ${describeVerdict(report)}`, style: readStyle(), script, body });
}

function renderBar(judged: JudgedRequirement[]): Html {
  const parts = order.flatMap((verdict) => {
    const count = judged.filter((one) => one.verdict === verdict).length;
    return count > 0 ? [{ verdict, count }] : [];
  });
  return html`<div class="bar" aria-hidden="true">${parts.map(({ verdict, count }) => html`<i class="${verdict}" style="flex-grow:${count}"></i>`)}</div>
<ul class="legend">${parts.map(({ verdict, count }) => html`<li class="${verdict}"><a href="#${verdict}"><b>${count}</b> ${words[verdict].one.toLowerCase()}</a></li>`)}</ul>`;
}

function renderFilter(judged: JudgedRequirement[]): Html {
  const present = order.filter((verdict) => judged.some((one) => one.verdict === verdict));
  return html`<form class="filter" role="search">
<input type="search" placeholder="Search: a case, a field" aria-label="Search requirements, cases, fields">
<div class="verdicts">${present.map(
    (verdict) => html`<label class="${verdict}"><input type="checkbox" value="${verdict}" checked> ${words[verdict].one}</label>`,
  )}</div>
<div class="folds"><button type="button" value="open">Expand all</button><button type="button" value="close">Collapse all</button></div>
</form>`;
}

function renderCrash({ failure, unanswered, before }: Crash): Html {
  const silent = before.filter(({ exchange }) => exchange.answer === undefined).length;
  return html`<section class="crash fail"><h2>The deployment stopped responding</h2>
<p>${unanswered} requests in a row ended with “${failure}”. The last requests before that, of which one may have ended it${
    silent > 0 && html`; ${silent} had no response`
  }:</p>
${before.map(
  ({ case: id, exchange }) =>
    html`<details class="exchanges"><summary><span class="status ${exchange.answer ? 'pass' : 'fail'}">${exchange.answer?.status ?? 'none'}</span> <code>${exchange.request.method} ${exchange.request.path}</code> <code class="id">${id}</code></summary>${renderExchange(exchange)}</details>\n`,
)}</section>`;
}

function renderTested(report: Report): Html {
  const { contract, runner, profile, features, traffic, counts, selfCheck } = report;
  const claimed =
    profile === 'full' ? 'full: core and every feature' : features.length > 0 ? `core, ${features.join(', ')}` : 'core';
  const left = ['not-supported', 'skipped'];
  const ran = report.results.filter(({ verdict, reason }) => !left.includes(verdict) && reason !== unreached).length;
  const rows: [string, Html | string | false | undefined][] = [
    ['Deployment', html`<code>${report.subject}</code>`],
    [
      'Contract',
      html`${contract.title !== undefined && `${contract.title}, `}Version ${contract.version} <code class="hash" title="SHA-256 of ${contract.file ?? 'openapi.yaml'}">${contract.sha256}</code>`,
    ],
    ['Profile', `${claimed}${report.strict ? '; strict: a broken SHOULD fails' : ''}`],
    ['Traffic', report.judged && describeJudged(report.judged)],
    [
      'Cases',
      !report.judged &&
        `${ran} run${ran < report.results.length ? `, of ${report.results.length} that the contract has` : ''}; ${counts.pass} passed`,
    ],
    ['Statements', report.statements && renderStatements(report.statements)],
    ['Waits', describeWaits(report)[0]],
    [
      'Requests',
      !report.judged &&
        `${traffic.requests}, of which ${traffic.writes} wrote${contract.title === undefined ? `; ${traffic.created.length} invoices created` : ''}`,
    ],
    [
      'Date',
      html`<time datetime="${report.startedAt}">${readableDate(report.startedAt)}</time>, took ${(report.milliseconds / 1000).toFixed(1)}\u00a0s`,
    ],
    [
      'Runner',
      `${runner.name} ${runner.version}, Node ${runner.node.replace(/^v/, '')}${report.judged ? '' : `, seed ${report.seed}`}`,
    ],
    ['Self-check', selfCheck && describeSelfCheck(selfCheck)],
    ['Run it again', html`<pre class="shell"><code>${report.reproduce}</code></pre>${sayToken(report)}`],
  ];
  return html`<section class="tested"><h2>What was tested</h2>
<dl>${rows.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl></section>`;
}

function renderStatements(count: StatementCount): Html {
  const said = describeUntried(count);
  return html`${describeTried(count)}.${
    said !== undefined &&
    html` ${said}<details><summary>Which were not</summary><ul>${count.untried.map(
      ({ id, text, reason }) => html`<li><code>${id}</code> ${markCode(text)} <small>${markCode(reason)}</small></li>\n`,
    )}</ul></details>`
  }`;
}

function describeJudged({ source, exchanges, ignored, from, until }: JudgedTraffic): string {
  const where = source === 'har' ? 'in a HAR file' : 'passed through';
  const others = ignored > 0 ? `, and ${ignored} at paths outside the API` : '';
  const between = from === undefined || until === undefined ? '' : `, from ${readableDate(from)} to ${readableDate(until)}`;
  return `${exchanges} exchanges ${where}${others}${between}`;
}

function sayToken({ reproduce, judged, counts }: Report): Html | undefined {
  if (judged || counts.fail + counts.warn === 0) return undefined;
  if (/ --start /.test(reproduce))
    return html`<p class="source">The command starts the deployment itself. For the curl lines below, start it and set TOKEN to its token.</p>`;
  return html`<p class="source">Set the token for this command and for the curl lines below: <code>export TOKEN=…</code></p>`;
}

function describeSelfCheck({ tamperings, seen, unseen }: SelfCheck): string {
  const covered = unseen.filter(({ coveredBy }) => coveredBy !== undefined).length;
  const bare = unseen.filter(({ coveredBy }) => coveredBy === undefined);
  const missed = [...groupBy(bare, ({ tampering }) => tampering)].map(
    ([tampering, places]) => ` Not covered: ${tampering} (${nameSome(places, 3, ({ where }) => where)}).`,
  );
  const by = covered > 0 ? `, and ${covered} more by the cases of another statement` : '';
  return `Of ${tamperings} responses tampered with, the suite saw ${seen}${by}.${missed.join('')}`;
}

const months = 'January February March April May June July August September October November December'.split(' ');

/** Writes a time in UTC without `Intl`, because loading the data of a locale takes longer than rendering a page. */
function readableDate(iso: string): string {
  const date = new Date(iso);
  const time = date.toISOString().slice(11, 19);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()} at ${time} UTC`;
}
