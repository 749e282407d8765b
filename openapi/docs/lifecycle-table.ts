import type { Lifecycle } from './document.ts';
import { inlineCode } from './escape-html.ts';

/** What each event does in each status, as an HTML table: events down, statuses across. */
export function lifecycleTable(lifecycle: Lifecycle | undefined, statuses: readonly string[]): string {
  if (!lifecycle) return '';
  const cell = (event: string, status: string) => {
    const found = lifecycle.transitions.find((each) => each.event === event && each.from.includes(status));
    if (!found?.to) return '<td>–</td>';
    const to = found.to === 'same' ? 'stays' : `<strong>${found.to}</strong>`;
    const answer = found.problem ? `<br><code>${found.problem}</code>` : '';
    return `<td>${to}${answer}</td>`;
  };
  const head = `<tr><th>Event</th>${statuses.map((status) => `<th>${status}</th>`).join('')}</tr>`;
  const rows = Object.entries(lifecycle.events).map(
    ([event, { description }]) =>
      `<tr><td>${inlineCode(description)}</td>${statuses.map((status) => cell(event, status)).join('')}</tr>`,
  );
  return `<div class="guide-scroll"><table class="guide-table lifecycle"><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>`;
}
