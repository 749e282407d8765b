import type { Sample } from './load.ts';
import { median } from './median.ts';
import type { Operation } from './operations.ts';

/** An operation and a number of connections at which servers are measured. */
export interface Point {
  operation: Operation;
  connections: number;
}

/** Every sample of one server at one point. */
export interface Series extends Point {
  name: string;
  samples: Sample[];
}

/** A series in short. */
export interface Summary extends Series {
  medians: Sample;
  /** The subject's value over this one's: the median of the rounds' ratios, as a disturbance of a round hits both. */
  ratios: { cpu: number; throughput: number; p50: number };
}

/** Computes medians, and ratios of the server named `subject` to each. */
export function summarize(series: readonly Series[], subject: string): Summary[] {
  return series.map((one) => {
    const other = series.find(
      ({ name, operation, connections }) => name === subject && operation === one.operation && connections === one.connections,
    );
    const medianOf = (key: keyof Sample) => median(one.samples.map((sample) => sample[key]));
    const ratioOf = (key: keyof Sample) =>
      median(one.samples.map((sample, i) => (other?.samples[i]?.[key] ?? Number.NaN) / sample[key]));
    return {
      ...one,
      medians: {
        cpuPerRequest: medianOf('cpuPerRequest'),
        requestsPerSecond: medianOf('requestsPerSecond'),
        p50: medianOf('p50'),
      },
      ratios: { cpu: ratioOf('cpuPerRequest'), throughput: ratioOf('requestsPerSecond'), p50: ratioOf('p50') },
    };
  });
}

/** Prints a table for each point; the ratio is of the CPU time of `subject` to that of the row. */
export function printSeries(series: readonly Series[], subject: string): string {
  const points = Map.groupBy(
    summarize(series, subject),
    ({ operation, connections }) => `${operation}, ${connections} connection${connections === 1 ? '' : 's'}`,
  );
  const line = (cells: readonly string[]) => cells.map((cell, i) => (i === 0 ? cell.padEnd(38) : cell.padStart(12))).join('');
  return [...points]
    .map(([title, group]) =>
      [
        line([title, 'CPU/request', 'ratio', 'requests/s', 'p50']),
        ...group.map(({ name, medians, ratios }) =>
          line([
            name,
            `${medians.cpuPerRequest.toFixed(1)} µs`,
            name === subject ? '' : `× ${ratios.cpu.toFixed(2)}`,
            medians.requestsPerSecond.toFixed(0),
            `${medians.p50.toFixed(2)} ms`,
          ]),
        ),
      ].join('\n'),
    )
    .join('\n\n');
}
