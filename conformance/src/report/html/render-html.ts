import { describeVerdict } from '../describe-verdict.ts';
import { type JudgedRequirement, judgeRequirements } from '../judge-requirements.ts';
import type { Report } from '../report.ts';
import { type Html, html } from './html-template.ts';
import { markCode } from './mark-code.ts';
import { renderCauses } from './render-causes.ts';
import { renderCrash } from './render-crash.ts';
import { renderDocument } from './render-document.ts';
import { order, renderGroups } from './render-groups.ts';
import { renderTested } from './render-tested.ts';
import { script } from './script.ts';
import { style } from './style.ts';
import { words } from './words.ts';

/** Renders the report as one page that sends no request; without script only the filter is missing. */
export function renderHtml(report: Report): string {
  const judged = judgeRequirements(report);
  const tone = report.counts.fail > 0 ? 'fail' : report.verdict === 'conformant' ? 'pass' : 'warn';
  const body = html`<header class="top ${tone}">
<p class="kind">Payment Invoice API <span>Conformance report</span></p>
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
  return renderDocument({ title: `${report.subject} ${describeVerdict(report)}`, style, script, body });
}

/** Renders the requirements by verdict as a proportional bar with a legend. */
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
