import { type Html, html } from '../../report/html/html-template.ts';
import { type ComparedFeature, type Comparison, isBroken } from '../compare-reports.ts';

/** Renders the table of features against reports: how many requirements of each held. */
export function renderFeatures({ features, reports }: Comparison, names: readonly string[]): Html {
  return html`<section><h2>Features</h2>
<div class="wide"><table><thead><tr><th scope="col">Feature</th>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${features.map((feature) => html`<tr><th scope="row">${feature.name}</th>${reports.map((_, at) => renderCell(feature, at))}</tr>\n`)}</tbody></table></div></section>`;
}

function renderCell({ requirements }: ComparedFeature, at: number): Html {
  const standings = requirements.map((one) => one.standings[at] ?? 'absent').filter((standing) => standing !== 'absent');
  const asked = standings.filter((standing) => standing !== 'not-supported');
  if (standings.length === 0) return html`<td class="absent">–</td>`;
  if (asked.length === 0) return html`<td class="not-supported">not claimed</td>`;
  const broken = asked.filter(isBroken).length;
  const held = asked.filter((standing) => standing === 'pass').length;
  if (broken > 0) return html`<td class="fail">${broken} of ${asked.length} broken</td>`;
  if (held === asked.length) return html`<td class="pass">${held} held</td>`;
  return html`<td class="skipped">${held} of ${asked.length} held</td>`;
}
