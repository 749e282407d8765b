import type { Lifecycle } from '../reader/list-lifecycles.ts';
import { escapeHtml, inlineCode } from './escape-html.ts';

/** Draws the state machine with numbered arrows and a legend, because words on the arrows would overlap on a phone. */
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

/** Lists the events that change the state or cause a callback, and an arrow for each pair of states that they connect. */
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
  // A dot leads to the initial state, and final states have a double border, as in most state diagrams.
  const inner = `<rect class="state-inner" x="${x + 4}" y="${y + 4}" width="${width - 8}" height="${height - 8}" rx="5"></rect>`;
  const dot = `<circle class="dot" cx="${x + width / 2}" cy="${y + height + 34}" r="6"></circle><path class="arrow" d="M${x + width / 2} ${y + height + 28}V${y + height + 8}" fill="none"></path><path class="arrow-head" d="M${x + width / 2} ${y + height}l-5 9h10z"></path>`;
  return [
    `<rect class="state ${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"></rect>`,
    kind === 'terminal' ? inner : '',
    `<text class="state-text" x="${x + width / 2}" y="${y + height / 2 + 5}" text-anchor="middle">${escapeHtml(status)}</text>`,
    status === initial ? dot : '',
  ].join('');
}

interface Arrow {
  from: string;
  to: string;
  numbers: number[];
}

/** The position of a state in the drawing, in pixels. */
interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The size of the drawing in pixels. The width is that of the page's middle column on a laptop. */
const size = { width: 480, height: 330 };

const box = { width: 104, height: 42 };

/**
 * Places the states in three columns: the initial state, the other open states, the final states. Final states that are reached
 * from the middle column are at the top, so that arrows from the initial state can pass below them.
 */
function layoutStates({ initial, terminal, states, transitions }: Lifecycle): Map<string, Place> {
  const middle = states.filter((status) => status !== initial && !terminal.includes(status));
  const comesFromMiddle = (status: string) =>
    transitions.some(({ from, to }) => to === status && from.some((each) => middle.includes(each)));
  const ends = states.filter((status) => terminal.includes(status));
  const sorted = [...ends.filter(comesFromMiddle), ...ends.filter((status) => !comesFromMiddle(status))];
  return new Map([
    [initial, { x: 8, y: 192, ...box }],
    ...middle.map((status, index): [string, Place] => [status, { x: 182, y: 82 + index * 60, ...box }]),
    ...sorted.map((status, index): [string, Place] => [status, { x: 368, y: 28 + index * 122, ...box }]),
  ]);
}

/** Returns the line and the head of an arrow from one state to another, and the position of its number (`badge`). */
function arrowPath(start: Place, end: Place): { line: string; head: string; badge: { x: number; y: number } } {
  const right = { x: start.x + start.width, y: start.y + start.height / 2 };
  const left = { x: end.x, y: end.y + end.height / 2 };
  if (start === end) {
    const x = start.x + start.width / 2;
    const line = `M${x - 22} ${start.y + start.height}C${x - 34} ${start.y + 78} ${x + 34} ${start.y + 78} ${x + 22} ${start.y + start.height + 8}`;
    return { line, head: headAt(x + 22, start.y + start.height, 'up'), badge: { x, y: start.y + start.height + 27 } };
  }
  // An arrow that goes far up leaves its start at the top, and reaches its end from the side, above all states in between.
  if (left.x - right.x > 150 && left.y < right.y - 60) {
    const x = start.x + start.width / 2;
    const top = left.y - 12;
    return {
      line: `M${x} ${start.y}C${x} ${top} ${x + 60} ${top} ${x + 130} ${top}H${left.x - 9}`,
      head: headAt(left.x, top, 'right'),
      badge: { x: x + 150, y: top },
    };
  }
  const bend = (left.x - right.x) / 2;
  return {
    line: `M${right.x} ${right.y}C${right.x + bend} ${right.y} ${left.x - bend} ${left.y} ${left.x - 9} ${left.y}`,
    head: headAt(left.x, left.y, 'right'),
    badge: { x: right.x + bend, y: (right.y + left.y) / 2 },
  };
}

function headAt(x: number, y: number, way: 'right' | 'up'): string {
  return way === 'right' ? `M${x} ${y}l-10 -5v10z` : `M${x} ${y}l-5 9h10z`;
}
