import { type Html, html } from '../../report/html/html-template.ts';
import type { Change, Comparison, Step } from '../compare-reports.ts';
import { nameStanding } from '../render-summary.ts';

/** Changes of a kind that are listed without being asked for. */
const openAtMost = 20;

/** Renders what broke and what was fixed from one report to the next. */
export function renderSteps({ steps }: Comparison, names: readonly string[]): Html {
  return html`<section class="steps"><h2>What changed</h2>${steps.map((step) => renderStep(step, names))}</section>`;
}

function renderStep({ at, broke, found, fixed, others }: Step, names: readonly string[]): Html {
  const nothing = [broke, found, fixed, others].every(({ length }) => length === 0);
  return html`<h3>From ${names[at - 1]} to ${names[at]}</h3>
${nothing && html`<p class="about">Every requirement stands as it did.</p>`}
${renderChanges('fail', 'broke', broke)}${renderChanges('fail', 'found broken, not tried before', found)}${renderChanges('pass', 'fixed', fixed)}${renderChanges('skipped', 'other changes', others)}`;
}

function renderChanges(tone: string, word: string, changes: readonly Change[]): Html | undefined {
  if (changes.length === 0) return undefined;
  return html`<details class="changes ${tone}" ${changes.length <= openAtMost && 'open'}><summary><b>${changes.length}</b> ${word}</summary>
<ul>${changes.map(({ id, from, to }) => html`<li><a href="#${id}">${id}</a> <span>${nameStanding(from)}, now ${nameStanding(to)}</span></li>`)}</ul></details>
`;
}
