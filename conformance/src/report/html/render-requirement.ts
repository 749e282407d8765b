import type { CaseResult } from '../../outcome/verdict.ts';
import type { JudgedRequirement } from '../judge-requirements.ts';
import { type Html, html } from './html-template.ts';
import { markCode } from './mark-code.ts';
import { renderFinding } from './render-finding.ts';
import { words } from './words.ts';

/** Renders one requirement: its text and source, then its findings and its other cases. Open where something broke. */
export function renderRequirement(one: JudgedRequirement): Html {
  const told = one.findings.length > 0;
  const fields = new Set(one.findings.flatMap(({ finding }) => finding.member ?? []));
  const searched = [one.id, one.text, one.source, one.feature, ...fields, ...one.results.map(({ id }) => id)].join(' ');
  return html`<details class="requirement ${one.verdict}" id="${one.id}" data-text="${searched.toLowerCase()}" ${told && 'open'}>
<summary><span class="badge ${one.verdict}" title="${words[one.verdict].one}">${one.level}</span><span class="text">${markCode(one.text)}</span><span class="id">${one.id}</span></summary>
<div class="inside">
<p class="source">${one.support === 'core' ? 'Core' : `Feature ${one.feature}`} · ${one.source}${one.sourceTitle !== undefined && `, ${one.sourceTitle.replace(/\.$/, '')}`} · <code>openapi.yaml#${one.pointer}</code></p>
${one.findings.map(({ result, finding }) => renderFinding(result, finding))}
${renderCases(one.results.filter((result) => !one.findings.some((found) => found.result === result)))}
</div>
</details>
`;
}

function renderCases(results: CaseResult[]): Html | undefined {
  if (results.length === 0) return undefined;
  return html`<ul class="cases">${results.map(
    ({ id, file, title, verdict, reason }) =>
      html`<li class="${verdict}"><span class="mark ${verdict}" title="${words[verdict].one}"></span><span>${title} <code title="${file}">${id}</code>${
        reason !== undefined && verdict !== 'not-supported' && html`<span class="why">${markCode(reason)}</span>`
      }</span></li>`,
  )}</ul>`;
}
