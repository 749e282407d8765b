import { type JudgedRequirement, type RequirementVerdict, requirementVerdicts } from '../judge-requirements.ts';
import type { Report } from '../report.ts';
import { type Html, html } from './html-template.ts';
import { renderRequirement } from './render-requirement.ts';
import { words } from './words.ts';

/** Requirements of a group that are listed before a reader asks for the rest. */
const listed = 15;
/** Broken requirements that stand open where there are no more of them. */
const openAtMost = 3;

// Requirements that are not claimed come last, after those that held.
export const order: readonly RequirementVerdict[] = [
  ...requirementVerdicts.filter((verdict) => verdict !== 'not-supported'),
  'not-supported',
];

/** Renders the requirements by verdict, what broke first. */
export function renderGroups(judged: JudgedRequirement[], { reproduce, ended, judged: traffic }: Report): Html[] {
  const broken = judged.filter(({ findings }) => findings.length > 0);
  const open = new Set(broken.slice(0, broken.length > openAtMost ? 1 : openAtMost));
  return order.flatMap((verdict) => {
    const group = judged.filter((one) => one.verdict === verdict);
    return group.length === 0 ? [] : [renderGroup(verdict, group, open, reproduce, ended, traffic !== undefined)];
  });
}

function renderGroup(
  verdict: RequirementVerdict,
  group: JudgedRequirement[],
  open: ReadonlySet<JudgedRequirement>,
  reproduce: string,
  ended: Report['ended'],
  isTraffic: boolean,
): Html {
  const { heading } = words[verdict];
  const list = (some: JudgedRequirement[]): Html =>
    html`<div class="list">${some.map((one) => renderRequirement(one, reproduce, open.has(one)))}</div>`;
  const first = verdict === 'not-supported' ? 0 : group.length <= listed + 3 ? group.length : listed;
  const [shown, rest] = [group.slice(0, first), group.slice(first)];
  const label = shown.length === 0 ? `Show ${rest.length}` : `Show ${rest.length} more`;
  return html`<section class="group" id="${verdict}" data-verdict="${verdict}">
<h2><span class="mark ${verdict}"></span>${heading} <small>${group.length}</small></h2>
<p class="about">${aboutGroup(verdict, ended, isTraffic)}</p>
${shown.length > 0 && list(shown)}
${rest.length > 0 && html`<details class="fold"><summary>${label}</summary>${list(rest)}</details>`}
</section>`;
}

function aboutGroup(verdict: RequirementVerdict, ended: Report['ended'], isTraffic: boolean): string {
  if (isTraffic && verdict === 'pass') return 'The traffic showed these, and nothing in it broke them.';
  if (isTraffic && verdict === 'skipped')
    return 'The traffic did not show these: most of them take a request that provokes them.';
  if (verdict === 'skipped' && ended === 'interrupted')
    return 'The run was ended before these, or the suite lacked something that it needs.';
  return words[verdict].about;
}
