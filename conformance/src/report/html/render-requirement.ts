import type { CaseResult } from '../../outcome/verdict.ts';
import { showUnseen } from '../../text/encode-output.ts';
import { chooseExamples, type Example } from '../choose-examples.ts';
import type { JudgedRequirement } from '../judge-requirements.ts';
import { type Html, html } from './html-template.ts';
import { markCode } from './mark-code.ts';
import { renderFinding } from './render-finding.ts';
import { words } from './words.ts';

/** Cases without a finding that stand open; more are listed on demand. */
const casesShown = 8;

/** Renders one requirement: its text and source, an example of each symptom, and its other cases. */
export function renderRequirement(one: JudgedRequirement, reproduce: string, isOpen: boolean): Html {
  const fields = new Set(one.findings.flatMap(({ finding }) => finding.member ?? []));
  const ids = new Set([...one.results, ...one.findings.map(({ result }) => result)].map(({ id }) => id));
  const searched = [one.id, one.text, one.source, one.feature, ...fields, ...ids].join(' ');
  const count = one.findings.length;
  return html`<details class="requirement ${one.verdict}" id="${one.id}" data-text="${searched.toLowerCase()}" ${isOpen && 'open'}>
<summary><span class="badge ${one.verdict}" title="${words[one.verdict].one}">${one.level}</span><span class="text">${markCode(one.text)}</span><span class="id">${one.id}${count > 1 && html` <b>${count} findings</b>`}</span></summary>
<div class="inside">
<p class="source">${one.support === 'core' ? 'Core' : `Feature ${one.feature}`} · ${one.source}${one.sourceTitle !== undefined && `, ${one.sourceTitle.replace(/\.$/, '')}`} · <code>openapi.yaml#${one.pointer}</code></p>
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

function renderCases(results: CaseResult[]): Html | undefined {
  const asked = results.filter(({ verdict }) => verdict !== 'not-supported');
  const cases = asked.length > 0 ? asked : results;
  const shown = cases.length <= casesShown ? cases.length : 0;
  const rest = cases.slice(shown);
  return html`${shown > 0 && renderList(cases.slice(0, shown))}${
    rest.length > 0 &&
    html`<details class="more"><summary>${rest.length} cases that cover it</summary>${renderList(rest)}</details>`
  }`;
}

function renderList(results: CaseResult[]): Html {
  return html`<ul class="cases">${results.map(
    ({ id, file, title, verdict, reason }) =>
      html`<li class="${verdict}"><span class="mark ${verdict}" title="${words[verdict].one}"></span><span>${showUnseen(title)} <code title="${file}">${id}</code>${
        reason !== undefined && verdict !== 'not-supported' && html`<span class="why">${markCode(reason)}</span>`
      }</span></li>`,
  )}</ul>`;
}
