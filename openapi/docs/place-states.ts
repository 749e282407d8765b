import type { Lifecycle } from '../reader/list-lifecycles.ts';

/** One arrow of the drawing, with the numbers of the events that take it. */
export interface Arrow {
  from: string;
  to: string;
  numbers: number[];
}

/** The place of a state in the drawing, in pixels. */
export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The drawing's size in pixels: as wide as the middle column on a laptop. */
export const size = { width: 480, height: 330 };

const box = { width: 104, height: 42 };

/**
 * Lays the states out in three columns: the initial state, the other open ones, the terminal ones. Terminal states that the
 * middle column leads to stand above, so that the arrows of the initial state pass below them.
 */
export function layoutStates({ initial, terminal, states, transitions }: Lifecycle): Map<string, Place> {
  const middle = states.filter((status) => status !== initial && !terminal.includes(status));
  const comesFromMiddle = (status: string) =>
    transitions.some(({ from, to }) => to === status && from.some((each) => middle.includes(each)));
  const ends = states.filter((status) => terminal.includes(status));
  const sorted = [...ends.filter(comesFromMiddle), ...ends.filter((status) => !comesFromMiddle(status))];
  const places = new Map<string, Place>();
  places.set(initial, { x: 8, y: 192, ...box });
  middle.forEach((status, index) => void places.set(status, { x: 182, y: 82 + index * 60, ...box }));
  sorted.forEach((status, index) => void places.set(status, { x: 368, y: 28 + index * 122, ...box }));
  return places;
}

/** Draws the line of an arrow from one state to another, and its head; `badge` is the place of its number. */
export function arrowPath(start: Place, end: Place): { line: string; head: string; badge: { x: number; y: number } } {
  const right = { x: start.x + start.width, y: start.y + start.height / 2 };
  const left = { x: end.x, y: end.y + end.height / 2 };
  if (start === end) {
    const x = start.x + start.width / 2;
    const line = `M${x - 22} ${start.y + start.height}C${x - 34} ${start.y + 78} ${x + 34} ${start.y + 78} ${x + 22} ${start.y + start.height + 8}`;
    return { line, head: headAt(x + 22, start.y + start.height, 'up'), badge: { x, y: start.y + start.height + 27 } };
  }
  // An arrow that goes far up passes over what lies between, from the top of one state to the side of the other.
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
