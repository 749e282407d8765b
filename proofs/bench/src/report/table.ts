import type { Estimate } from '../statistics/estimate.ts';

/** The figures of all servers at one point. */
export interface Table {
  title: string;
  rows: readonly Row[];
  /** The ratios of two processes of the same program. They differ from 1 only because of the machine. */
  twins?: Ratios & { name: string };
}

/** The figures of one server. */
export interface Row {
  name: string;
  /** Microseconds of CPU per request. */
  cpu: Estimate;
  /** Microseconds of CPU per request in the server's database. */
  database?: Estimate;
  /** Requests per second. */
  rate: Estimate;
  /** The values of `subject` divided by this row's, slice by slice; absent in the row of `subject` (see `printTable`). */
  ratios?: Ratios;
}

export interface Ratios {
  cpu: Estimate;
  rate: Estimate;
}

export function printTable({ title, rows, twins }: Table): string {
  // The server with which the others are compared. It is the only one without ratios.
  const subject = rows.find(({ ratios }) => !ratios)?.name ?? '';
  const heads = [
    '',
    rows.some(({ database }) => database) ? 'CPU a request + of PostgreSQL' : 'CPU a request',
    `${subject} ÷ it`,
    'requests/s',
    `${subject} ÷ it`,
  ];
  const lines = [heads, ...rows.map(cellsOf)];
  const widths = heads.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const text = lines.map((cells) =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart((widths[i] ?? 0) + 3)))
      .join('')
      .trimEnd(),
  );
  return [title, ...text, ...(twins ? [describeTwins(twins)] : [])].join('\n');
}

function cellsOf({ name, cpu, database, rate, ratios }: Row): string[] {
  return [
    name,
    `${cpu.median.toFixed(1)} µs${database ? ` + ${database.median.toFixed(1)}` : ''}`,
    ratios ? printRatio(ratios.cpu) : '',
    rate.median.toFixed(0),
    ratios ? printRatio(ratios.rate) : '',
  ];
}

function describeTwins({ name, cpu, rate }: NonNullable<Table['twins']>): string {
  return `Two processes of ${name}: CPU × ${printRatio(cpu)}, requests/s × ${printRatio(rate)}. A difference as small as theirs says nothing.`;
}

export function printRatio({ median, low, high }: Estimate): string {
  return `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}
