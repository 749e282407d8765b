import type { Lifecycle } from '../reader/list-lifecycles.ts';
import { escapeHtml, inlineCode } from './escape-html.ts';
import { type Arrow, arrowPath, layoutStates, type Place, size } from './place-states.ts';

/** Draws the state machine with a numbered legend. Arrows carry numbers, because words would overlap on a telephone. */
export function drawLifecycle(lifecycle: Lifecycle | undefined): string {
  if (!lifecycle) return '';
  const { arrows, events } = readArrows(lifecycle);
  const places = layoutStates(lifecycle);
  const label = arrows.map(({ from, to, numbers }) => `${from} to ${to} by ${numbers.join(' or ')}`).join('; ');
  const drawn = [
    ...arrows.map((arrow) => drawArrow(arrow, places)),
    ...[...places].map(([status, place]) => drawState(status, place, lifecycle)),
  ];
  const legend = events.map(({ event, callback }) => {
    const sends = callback ? ` Sends <code>${escapeHtml(callback)}</code>.` : '';
    return `<li>${inlineCode(lifecycle.events.get(event)?.description ?? event)}${sends}</li>`;
  });
  return [
    `<div><svg class="lifecycle-diagram" role="img" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}" aria-label="State diagram: ${escapeHtml(label)}.">`,
    ...drawn,
    `</svg><ol class="lifecycle-legend">${legend.join('')}</ol></div>`,
  ].join('');
}

/** Reads the transitions that change something, one arrow for all between the same two states; events are numbered from 1. */
function readArrows({ transitions }: Lifecycle): { arrows: Arrow[]; events: { event: string; callback: string | undefined }[] } {
  const events: { event: string; callback: string | undefined }[] = [];
  const arrows = new Map<string, Arrow>();
  for (const { event, from, to, callback } of transitions) {
    if (to === undefined || (to === 'same' && callback === undefined)) continue;
    if (!events.some((known) => known.event === event)) events.push({ event, callback });
    const number = events.findIndex((known) => known.event === event) + 1;
    for (const start of from) {
      const end = to === 'same' ? start : to;
      const arrow = arrows.get(`${start} ${end}`) ?? { from: start, to: end, numbers: [] };
      arrow.numbers.push(number);
      arrows.set(`${start} ${end}`, arrow);
    }
  }
  return { arrows: [...arrows.values()], events };
}

function drawArrow(arrow: Arrow, places: ReadonlyMap<string, Place>): string {
  const start = places.get(arrow.from);
  const end = places.get(arrow.to);
  if (!start || !end) return '';
  const { line, head, badge } = arrowPath(start, end);
  const badges = arrow.numbers.map((number, index) => {
    const x = badge.x + index * 24;
    return `<circle class="badge" cx="${x}" cy="${badge.y}" r="11"></circle><text class="badge-text" x="${x}" y="${badge.y + 4}" text-anchor="middle">${number}</text>`;
  });
  return `<path class="arrow" d="${line}" fill="none"></path><path class="arrow-head" d="${head}"></path>${badges.join('')}`;
}

function drawState(status: string, { x, y, width, height }: Place, { initial, terminal }: Lifecycle): string {
  const kind = terminal.includes(status) ? 'terminal' : 'open';
  // As in every state diagram: a dot leads to the initial state, final states have a second border.
  const inner = `<rect class="state-inner" x="${x + 4}" y="${y + 4}" width="${width - 8}" height="${height - 8}" rx="5"></rect>`;
  const dot = `<circle class="dot" cx="${x + width / 2}" cy="${y + height + 34}" r="6"></circle><path class="arrow" d="M${x + width / 2} ${y + height + 28}V${y + height + 8}" fill="none"></path><path class="arrow-head" d="M${x + width / 2} ${y + height}l-5 9h10z"></path>`;
  return [
    `<rect class="state ${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"></rect>`,
    kind === 'terminal' ? inner : '',
    `<text class="state-text" x="${x + width / 2}" y="${y + height / 2 + 5}" text-anchor="middle">${escapeHtml(status)}</text>`,
    status === initial ? dot : '',
  ].join('');
}
