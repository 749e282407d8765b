import { showPlace } from '../../contract/show-place.ts';
import { type Exchange, responseJson } from '../../http/exchange.ts';
import type { Finding } from '../../outcome/finding.ts';
import type { CaseResult } from '../../outcome/verdict.ts';
import { cutText, showUnseen } from '../../text/encode-output.ts';
import { showMarks } from '../../text/marks.ts';
import { chooseExamples, type Example } from '../group-causes.ts';
import { type JudgedRequirement, type RequirementVerdict, requirementVerdicts } from '../judge-requirements.ts';
import type { Report } from '../report.ts';
import { reproduceLine, runCaseAgain, showsByItself } from '../reproduce/reproduce-line.ts';
import { type Html, html, markCode } from './html-template.ts';
import { words } from './words.ts';

/** If a group has more requirements than this, the reader has to open a list to see them. */
const listed = 15;
/** If more requirements are violated than this, only the first one is open when the page is loaded. Otherwise all of them are. */
const openAtMost = 3;

// Requirements that the deployment does not claim come last, even after those that it meets.
export const order: readonly RequirementVerdict[] = [
  ...requirementVerdicts.filter((verdict) => verdict !== 'not-supported'),
  'not-supported',
];

/** Renders the requirements grouped by verdict, violated ones first. */
export function renderGroups(judged: JudgedRequirement[], report: Report): Html[] {
  const broken = judged.filter(({ findings }) => findings.length > 0);
  const open = new Set(broken.slice(0, broken.length > openAtMost ? 1 : openAtMost));
  const list = (some: JudgedRequirement[]): Html | false =>
    some.length > 0 &&
    html`<div class="list">${some.map((one) => renderRequirement(one, report.reproduce, open.has(one)))}</div>`;
  return order.flatMap((verdict) => {
    const group = judged.filter((one) => one.verdict === verdict);
    if (group.length === 0) return [];
    const first = verdict === 'not-supported' ? 0 : group.length <= listed + 3 ? group.length : listed;
    const [shown, rest] = [group.slice(0, first), group.slice(first)];
    const label = shown.length === 0 ? `Show ${rest.length}` : `Show ${rest.length} more`;
    return html`<section class="group" id="${verdict}" data-verdict="${verdict}">
<h2><span class="mark ${verdict}"></span>${words[verdict].heading ?? words[verdict].one} <small>${group.length}</small></h2>
<p class="about">${aboutGroup(verdict, report)}</p>
${list(shown)}
${rest.length > 0 && html`<details class="fold"><summary>${label}</summary>${list(rest)}</details>`}
</section>`;
  });
}

function aboutGroup(verdict: RequirementVerdict, { ended, judged }: Report): string {
  if (judged && verdict === 'pass') return 'The traffic contains these, and never breaks them.';
  if (judged && verdict === 'skipped')
    return 'The traffic does not contain these; most of them need a request that provokes them.';
  if (verdict === 'skipped' && ended === 'interrupted')
    return 'The run was ended before these, or the suite lacked something that they need.';
  return words[verdict].about;
}

const valueShown = 600;

function renderFinding(result: CaseResult, finding: Finding, reproduce: string): Html {
  const { difference, expected, received, exchanges, pointer, script } = finding;
  const value = (text: string): string => cutText(showUnseen(text), valueShown);
  return html`<article class="finding">
<h3>${showUnseen(result.title)} <code>${result.id}</code></h3>
${result.known && html`<p class="source">Known until ${result.known.until}: ${result.known.reason}</p>`}
<dl class="compare">
${difference !== undefined && html`<div class="difference"><dt>Sent</dt><dd><code>${value(difference)}</code></dd></div>`}
<div class="expected"><dt>Expected</dt><dd><code>${value(expected)}</code></dd></div>
<div class="received"><dt>Received</dt><dd><code>${value(received)}</code></dd></div>
</dl>
<p class="source">Where the contract says so: <code>${showPlace(pointer)}</code> · ${result.file === undefined ? 'Recorded traffic' : html`The case: <code>${result.file}</code>`}</p>
${renderReproduction(result, finding, reproduce, script ?? reproduceLine(finding))}
${exchanges.length > 0 && html`<details class="exchanges"><summary>${exchanges.length === 1 ? 'The exchange' : `The ${exchanges.length} exchanges`}</summary>${exchanges.map(renderExchange)}</details>`}
</article>
`;
}

function renderReproduction({ id, file }: CaseResult, { exchanges, script }: Finding, reproduce: string, shown: string): Html {
  const needsCase = file !== undefined && script === undefined && !showsByItself({ exchanges });
  return html`${shown !== '' && html`<pre class="shell"><code>${shown}</code></pre>`}
${needsCase && html`<p class="source">The state that it needs no longer exists. This repeats everything, with the environment variables of the run:</p><pre class="shell"><code>${runCaseAgain(reproduce, id)}</code></pre>`}`;
}

/** If a requirement has more cases without a finding than this, the reader has to open a list to see them. */
const casesShown = 8;

function renderRequirement(one: JudgedRequirement, reproduce: string, isOpen: boolean): Html {
  const fields = new Set(one.findings.flatMap(({ finding }) => finding.member ?? []));
  const ids = new Set([...one.results, ...one.findings.map(({ result }) => result)].map(({ id }) => id));
  const searched = [one.id, one.text, one.source, one.feature, ...fields, ...ids].join(' ');
  const count = one.findings.length;
  return html`<details class="requirement ${one.verdict}" id="${one.id}" data-text="${searched.toLowerCase()}" ${isOpen && 'open'}>
<summary><span class="badge ${one.verdict}" title="${words[one.verdict].one}">${one.level}</span><span class="text">${markCode(one.text)}</span><span class="id">${one.id}${count > 1 && html` <b>${count} findings</b>`}</span></summary>
<div class="inside">
<p class="source">${one.support === 'core' ? 'Core' : `Feature ${one.feature}`} · ${one.source}${one.sourceTitle !== undefined && `, ${one.sourceTitle.replace(/\.$/, '')}`} · <code>${showPlace(one.pointer)}</code></p>
${chooseExamples(one.findings, 3).map((example) => renderExample(example, reproduce))}
${renderCases(one.results.filter((result) => !one.findings.some((found) => found.result === result)))}
</div>
</details>
`;
}

function renderExample({ example, more }: Example, reproduce: string): Html {
  return html`${renderFinding(example.result, example.finding, reproduce)}${
    more.length > 0 &&
    html`<details class="more"><summary>And ${more.length} more like it</summary>${more.map(({ result, finding }) => renderFinding(result, finding, reproduce))}</details>`
  }`;
}

function renderCases(results: CaseResult[]): Html | false {
  const asked = results.filter(({ verdict }) => verdict !== 'not-supported');
  const cases = asked.length > 0 ? asked : results;
  const list = html`<ul class="cases">${cases.map(
    ({ id, file, title, verdict, reason }) =>
      html`<li class="${verdict}"><span class="mark ${verdict}" title="${words[verdict].one}"></span><span>${showUnseen(title)} <code title="${file}">${id}</code>${
        reason !== undefined && verdict !== 'not-supported' && html`<span class="why">${markCode(reason)}</span>`
      }</span></li>`,
  )}</ul>`;
  if (cases.length <= casesShown) return cases.length > 0 && list;
  return html`<details class="more"><summary>${cases.length} cases that cover it</summary>${list}</details>`;
}

const bodyShown = 6000;

export function renderExchange({ request, url, answer: response, failure, milliseconds }: Exchange): Html {
  return html`<div class="exchange">
<pre class="request"><code>${request.method} ${url}
${request.headers.map(([name, value]) => `${name}: ${value}\n`)}${request.body !== undefined && `\n${clip(request.body)}`}</code></pre>
<pre class="answer"><code>${response ? `${response.status}` : `No response: ${failure}`}  (${milliseconds} ms)
${response?.headers.map(([name, value]) => `${name}: ${value}\n`)}${response && response.text !== '' && `\n${clip(readable(response))}`}</code></pre>
</div>
`;
}

/** Indents the JSON of a response, unless this would change more than white space, for example the digits of a number. */
function readable(response: NonNullable<Exchange['answer']>): string {
  const json = responseJson(response);
  const isSame = typeof json === 'object' && JSON.stringify(json) === response.text.trim();
  return isSame ? JSON.stringify(json, null, 2) : response.text;
}

function clip(body: string): string {
  const text = showMarks(body);
  return text.length <= bodyShown ? text : `${text.slice(0, bodyShown)}… (${text.length - bodyShown} more characters)`;
}
