import { type Html, html } from '../../report/html/html-template.ts';
import { markCode } from '../../report/html/mark-code.ts';
import { type ComparedFeature, type ComparedRequirement, type Comparison, isBroken } from '../compare-reports.ts';
import { nameStanding } from '../render-summary.ts';

/** Renders the table of requirements against reports; those that stand alike everywhere are behind a switch. */
export function renderMatrix({ features }: Comparison, names: readonly string[]): Html {
  const all = features.flatMap(({ requirements }) => requirements);
  const told = all.filter(isTelling);
  return html`<section class="matrix"><h2>Requirements <small>${told.length} of ${all.length} differ or are broken</small></h2>
<form class="choose"><label><input type="checkbox" class="every"> Show all ${all.length}</label></form>
<div class="wide"><table><thead><tr><th scope="col">Requirement</th>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
${features.map((feature) => renderFeature(feature, names.length))}</table></div></section>`;
}

/** Tells if a requirement is worth a look: it is broken somewhere, or differs between two reports. */
function isTelling({ standings }: ComparedRequirement): boolean {
  return standings.some(isBroken) || new Set(standings).size > 1;
}

function renderFeature({ name, requirements }: ComparedFeature, columns: number): Html | undefined {
  if (requirements.length === 0) return undefined;
  const isAlike = !requirements.some(isTelling);
  return html`<tbody class="${isAlike && 'alike'}"><tr class="feature"><th colspan="${columns + 1}" scope="rowgroup">${name}</th></tr>
${requirements.map(renderRow)}</tbody>`;
}

function renderRow(one: ComparedRequirement): Html {
  const cells = one.standings.map((standing) => html`<td class="${standing}">${nameStanding(standing)}</td>`);
  return html`<tr id="${one.id}" class="${!isTelling(one) && 'alike'}"><th scope="row"><code>${one.id}</code><span class="why">${markCode(one.text)}</span></th>${cells}</tr>
`;
}
