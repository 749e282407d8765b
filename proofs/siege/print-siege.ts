import type { SiegeResult } from './run-siege.ts';

const columns = ['attack', 'memory', 'idle p99', 'p99', 'worst', 'CPU/KB', ''] as const;
const widths = [20, 9, 9, 9, 9, 9, 0] as const;

/** Returns the head of the table. */
export function siegeHead(): string {
  return line(columns);
}

/** Returns the row of an attack, and a line for each limit that it broke. */
export function siegeRow({ name, growth, idle, p99, worst, ratio, remark, findings }: SiegeResult): string {
  const times = [idle, p99, worst].map((time) => `${time.toFixed(1)} ms`);
  const row = line([name, `${growth >= 0 ? '+' : ''}${growth.toFixed(0)} MB`, ...times, `${ratio.toFixed(2)} ms`, remark]);
  return row + findings.map((finding) => `  BROKEN: ${finding}\n`).join('');
}

function line(cells: readonly string[]): string {
  return `${cells
    .map((cell, i) => (i === 0 ? cell.padEnd(widths[0]) : `${cell.padStart(widths[i] ?? 0)} `))
    .join(' ')
    .trimEnd()}\n`;
}
