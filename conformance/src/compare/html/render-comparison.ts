import { describeClaims, describeVerdict } from '../../report/describe-verdict.ts';
import { type Html, html } from '../../report/html/html-template.ts';
import { renderDocument } from '../../report/html/render-document.ts';
import { style } from '../../report/html/style.ts';
import type { Report } from '../../report/report.ts';
import type { Comparison } from '../compare-reports.ts';
import { nameReports } from '../name-reports.ts';
import { comparisonScript, comparisonStyle } from './comparison-assets.ts';
import { renderFeatures } from './render-features.ts';
import { renderMatrix } from './render-matrix.ts';
import { renderSteps } from './render-steps.ts';

/** Renders several reports side by side as one page that sends no request. */
export function renderComparison(comparison: Comparison): string {
  const { reports } = comparison;
  const names = nameReports(reports);
  const body = html`<header class="top">
<p class="kind">Payment Invoice API <span>Conformance reports compared</span></p>
<h1>${describeComparison(comparison)}</h1>
${sayContracts(reports)}
</header>
<main>
<section class="columns">${reports.map((report, at) => renderReport(report, names[at] ?? ''))}</section>
${renderSteps(comparison, names)}
${renderFeatures(comparison, names)}
${renderMatrix(comparison, names)}
</main>
<footer>Made from ${reports.length} files report.json. A verdict covers what its run tried, and nothing else.</footer>
`;
  const title = `${reports.length} conformance reports compared`;
  return renderDocument({ title, style: style + comparisonStyle, script: comparisonScript, body });
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
