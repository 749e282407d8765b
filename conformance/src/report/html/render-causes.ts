import { showUnseen } from '../../text/encode-output.ts';
import { type Cause, groupCauses } from '../group-causes.ts';
import type { Report } from '../report.ts';
import { type Html, html } from './html-template.ts';
import { markCode } from './mark-code.ts';

/** Causes that stand open, and requirements that each names before it says how many more. */
const causesShown = 12;

/** Renders the index of what broke, by likely cause; nothing where one finding needs none. */
export function renderCauses(report: Report): Html | undefined {
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
  const [first = ''] = requirements;
  const links = requirements.map((id) => html` <a href="#${id}">${id}</a>`);
  return html`<li><b>${found.length}</b> <span>${markCode(showUnseen(title))}${
    requirements.length === 1
      ? html` <a href="#${first}">${first}</a>`
      : html`<details><summary>${requirements.length} requirements</summary>${links}</details>`
  }</span></li>
`;
}
