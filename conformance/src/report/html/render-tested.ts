import { groupBy } from '../../group-by.ts';
import { unreached } from '../build-report.ts';
import type { JudgedTraffic, Report, SelfCheck } from '../report.ts';
import { type Html, html } from './html-template.ts';

/** Renders the subject, the runner and the time of the run, and how to repeat it. */
export function renderTested(report: Report): Html {
  const { contract, runner, profile, features, traffic, counts, selfCheck } = report;
  const claimed =
    profile === 'full' ? 'full: core and every feature' : features.length > 0 ? `core, ${features.join(', ')}` : 'core';
  const left = ['not-supported', 'skipped'];
  const ran = report.results.filter(({ verdict, reason }) => !left.includes(verdict) && reason !== unreached).length;
  const rows: [string, Html | string][] = [
    ['Deployment', html`<code>${report.subject}</code>`],
    ['Contract', html`Version ${contract.version} <code class="hash" title="SHA-256 of openapi.yaml">${contract.sha256}</code>`],
    ['Profile', `${claimed}${report.strict ? '; strict: a broken SHOULD fails' : ''}`],
    ...(report.judged ? [['Traffic', describeJudged(report.judged)] as [string, string]] : []),
    [
      'Cases',
      `${ran} run${ran < report.results.length ? `, of ${report.results.length} that the contract has` : ''}; ${counts.pass} passed`,
    ],
    ['Requests', `${traffic.requests}, of which ${traffic.writes} wrote; ${traffic.created.length} invoices created`],
    ['Date', html`<time datetime="${report.startedAt}">${readableDate(report.startedAt)}</time>, took ${seconds(report)}`],
    [
      'Runner',
      `${runner.name} ${runner.version}, Node ${runner.node.replace(/^v/, '')}${report.judged ? '' : `, seed ${report.seed}`}`,
    ],
    ...(selfCheck ? [['Self-check', describeSelfCheck(selfCheck)] as [string, string]] : []),
    ['Run it again', html`<pre class="shell"><code>${report.reproduce}</code></pre>${sayToken(report)}`],
  ];
  const without = report.judged ? ['Cases', 'Requests'] : [];
  return html`<section class="tested"><h2>What was tested</h2>
<dl>${rows.filter(([name]) => !without.includes(name)).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl></section>`;
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
    return html`<p class="source">It starts the deployment itself. For the curl lines below, start it, and export TOKEN with its token.</p>`;
  return html`<p class="source">With the token in the environment, for this command and for the curl lines below: <code>export TOKEN=…</code></p>`;
}

function describeSelfCheck({ tamperings, seen, unseen }: SelfCheck): string {
  const missed = [...groupBy(unseen, ({ tampering }) => tampering)].map(([tampering, places]) => {
    const more = places.length > 3 ? ` and ${places.length - 3} more` : '';
    const named = places.slice(0, 3).map(({ where }) => where);
    return ` Not seen: ${tampering} (${named.join(', ')}${more}).`;
  });
  return `Of ${tamperings} responses tampered with, the suite saw ${seen}.${missed.join('')}`;
}

function readableDate(iso: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });
  return `${format.format(new Date(iso))} UTC`;
}

function seconds({ milliseconds }: Report): string {
  return `${(milliseconds / 1000).toFixed(1)}\u00a0s`;
}
