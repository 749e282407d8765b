import type { Lifecycle } from '../reader/list-lifecycles.ts';
import { inlineCode } from './escape-html.ts';
import { renderTable } from './render-markdown.ts';

/** Renders what each event does in each status as an HTML table: events down, statuses across. */
export function lifecycleTable(lifecycle: Lifecycle | undefined): string {
  if (!lifecycle) return '';
  const { states, events, transitions } = lifecycle;
  const cell = (event: string, status: string) => {
    const found = transitions.find((each) => each.event === event && each.from.includes(status));
    if (!found?.to) return '<td>–</td>';
    const to = found.to === 'same' ? 'stays' : `<strong>${found.to}</strong>`;
    const problem = found.problem ? `<br> <code>${found.problem}</code>` : '';
    return `<td>${to}${problem}</td>`;
  };
  const head = `<tr><th scope="col">Event</th>${states.map((status) => `<th scope="col">${status}</th>`).join('')}</tr>`;
  const rows = [...events].map(
    ([event, { description }]) =>
      `<tr><th scope="row">${inlineCode(description)}</th>${states.map((status) => cell(event, status)).join('')}</tr>`,
  );
  return renderTable(head, rows.join(''), 'lifecycle');
}
