import { describeClaims, describeVerdict } from '../../report/describe-verdict.ts';
import { type Html, html, markCode, readStyle, renderDocument } from '../../report/html/html-template.ts';
import { type Report, titleOf } from '../../report/report.ts';
import {
  type Change,
  type ComparedFeature,
  type ComparedRequirement,
  type Comparison,
  isBroken,
  nameReports,
  nameStanding,
  type Step,
} from '../compare-reports.ts';

/** The styles of the comparison, in addition to those of a report. */
const comparisonStyle = `
main > section { margin: 2.5rem 0; }
main > section > h2, .steps h2 { margin: 0 0 0.75rem; font-size: 1.375rem; }
h2 small { color: var(--soft); font-size: 1rem; font-weight: 400; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: 1rem; }
.columns article { padding: 1rem 1.25rem; background: var(--panel); border: 1px solid var(--line); border-top: 4px solid var(--tone); border-radius: 10px; min-width: 0; }
.columns h2 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
.columns .verdict { margin: 0.15rem 0 0.75rem; color: var(--tone); font-weight: 600; }
.columns dl { margin: 0; }
.columns dl > div { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); gap: 0.75rem; }
.columns dd, .columns dt { font-size: 0.875rem; }
.steps h3 { margin: 1.25rem 0 0.5rem; font-size: 1rem; overflow-wrap: anywhere; }
.changes { margin: 0.35rem 0; }
.changes summary { cursor: pointer; }
.changes b { color: var(--tone); font-variant-numeric: tabular-nums; }
.changes ul { margin: 0.35rem 0 0.75rem; padding: 0; list-style: none; columns: 24rem auto; column-gap: 2rem; }
.changes li { padding: 0.1rem 0; font-size: 0.875rem; break-inside: avoid; overflow-wrap: anywhere; }
.changes li a { font-family: var(--mono); font-size: 0.8125rem; }
.changes li span { color: var(--soft); }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
th, td { padding: 0.4rem 0.75rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
thead th { border-top: 0; font-size: 0.875rem; overflow-wrap: anywhere; }
tbody th { min-width: 9rem; font-weight: 400; overflow-wrap: anywhere; }
td { min-width: 5rem; color: var(--tone, var(--soft)); }
.absent { --tone: var(--grey); }
td.fail { background: var(--red-soft); }
.feature th { color: var(--soft); background: var(--panel); font-size: 0.875rem; font-weight: 600; }
.matrix th .why { max-width: 46rem; }
.script .matrix:not(:has(.every:checked)) .alike:not(:target) { display: none; }
.choose { display: none; flex-wrap: wrap; gap: 0.5rem 1.5rem; margin: 0 0 0.75rem; font-size: 0.875rem; }
.script .choose { display: flex; }
tr:target th { background: var(--panel); }
@media (width < 40rem) {
  th, td { padding: 0.35rem 0.5rem; }
  .matrix th .why { display: none; }
  .matrix thead th { font-size: 0.75rem; }
}
`;

/** The page's script. It only adds a class that says that scripts run, so that the page shows the checkbox `Show all`. */
const comparisonScript = `document.documentElement.classList.add('script');`;

/** If there are more changes of one kind than this, the reader has to open a list to see them. */
const openAtMost = 20;

/** Renders what broke and what was fixed between one report and the next. */
function renderStep({ at, broke, found, fixed, others }: Step, names: readonly string[]): Html {
  const nothing = [broke, found, fixed, others].every(({ length }) => length === 0);
  return html`<h3>From ${names[at - 1]} to ${names[at]}</h3>
${nothing && html`<p class="about">No requirement has changed.</p>`}
${renderChanges('fail', 'broke', broke)}${renderChanges('fail', 'found broken, not tried before', found)}${renderChanges('pass', 'fixed', fixed)}${renderChanges('skipped', 'other changes', others)}`;
}

function renderChanges(tone: string, word: string, changes: readonly Change[]): Html | undefined {
  if (changes.length === 0) return undefined;
  return html`<details class="changes ${tone}" ${changes.length <= openAtMost && 'open'}><summary><b>${changes.length}</b> ${word}</summary>
<ul>${changes.map(({ id, from, to }) => html`<li><a href="#${id}">${id}</a> <span>${nameStanding(from)}, now ${nameStanding(to)}</span></li>`)}</ul></details>
`;
}

/** Renders several reports side by side as a self-contained page, which loads nothing. */
export function renderComparison(comparison: Comparison): string {
  const { reports, steps } = comparison;
  const names = nameReports(reports);
  const body = html`<header class="top">
<p class="kind">${[...new Set(reports.map(titleOf))].join(', ')} <span>Conformance reports compared</span></p>
<h1>${describeComparison(comparison)}</h1>
${sayContracts(reports)}
</header>
<main>
<section class="columns">${reports.map((report, at) => renderReport(report, names[at] ?? ''))}</section>
<section class="steps"><h2>What changed</h2>${steps.map((step) => renderStep(step, names))}</section>
${renderFeatures(comparison, names)}
${renderMatrix(comparison, names)}
</main>
<footer>Made from ${reports.length} files report.json. A verdict covers what its run tried, and nothing else.</footer>
`;
  const title = `${reports.length} conformance reports compared`;
  return renderDocument({ title, style: readStyle() + comparisonStyle, script: comparisonScript, body });
}

function describeComparison({ reports, steps }: Comparison): string {
  const subjects = new Set(reports.map(({ subject }) => subject));
  const broke = steps.reduce((sum, step) => sum + step.broke.length, 0);
  const fixed = steps.reduce((sum, step) => sum + step.fixed.length, 0);
  if (subjects.size > 1) return `${subjects.size} deployments, side by side`;
  return `${[...subjects][0]}: ${fixed} fixed, ${broke} broke`;
}

function sayContracts(reports: readonly Report[]): Html | undefined {
  const hashes = new Set(reports.map(({ contract }) => contract.sha256));
  if (hashes.size === 1) return undefined;
  const versions = [...new Set(reports.map(({ contract }) => contract.version))].join(', ');
  return html`<p class="reason">These runs read ${hashes.size} different contracts (version ${versions}): a requirement may have been added or changed between them.</p>`;
}

function renderReport(report: Report, name: string): Html {
  const tone = report.verdict === 'not conformant' ? 'fail' : report.verdict === 'conformant' ? 'pass' : 'warn';
  const ran = report.results.length - report.counts['not-supported'];
  return html`<article class="${tone}"><h2>${name}</h2>
<p class="verdict">${describeVerdict(report)}</p>
<dl><div><dt>Deployment</dt><dd><code>${report.subject}</code></dd></div>
<div><dt>Date</dt><dd><time datetime="${report.startedAt}">${report.startedAt.slice(0, 16).replace('T', ' ')} UTC</time></dd></div>
<div><dt>Held to</dt><dd>${describeClaims(report)}${report.strict && ', strictly'}</dd></div>
<div><dt>Cases</dt><dd>${report.counts.pass} of ${ran} passed</dd></div>
<div><dt>Contract</dt><dd>${report.contract.version} <code class="hash">${report.contract.sha256.slice(0, 12)}</code></dd></div>
<div><dt>Runner</dt><dd>${report.runner.version}</dd></div></dl></article>
`;
}

/** Renders, for each feature, how many of its requirements were met in each report. */
function renderFeatures({ features, reports }: Comparison, names: readonly string[]): Html {
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

/** Renders all verdicts as a table. Requirements that `isTelling` excludes are shown only if the reader ticks a checkbox. */
function renderMatrix({ features }: Comparison, names: readonly string[]): Html {
  const all = features.flatMap(({ requirements }) => requirements);
  const told = all.filter(isTelling);
  return html`<section class="matrix"><h2>Requirements <small>${told.length} of ${all.length} differ or are broken</small></h2>
<form class="choose"><label><input type="checkbox" class="every"> Show all ${all.length}</label></form>
<div class="wide"><table><thead><tr><th scope="col">Requirement</th>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
${features.map((feature) => renderFeature(feature, names.length))}</table></div></section>`;
}

/** Returns whether a requirement is worth the reader's attention: it is violated in some report, or its verdicts differ. */
const isTelling = ({ standings }: ComparedRequirement): boolean => standings.some(isBroken) || new Set(standings).size > 1;

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
