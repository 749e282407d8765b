import { load } from './load.ts';
import { type Operation, prepareBodies } from './operations.ts';
import type { Point, Series } from './series.ts';
import type { Subject } from './subject.ts';

/** Requests until a server is taken to be warm. */
const WARM = 40_000;

/**
 * Measures each server at each point, round after round, so that what disturbs the machine for a while disturbs all of them.
 * Everything is loaded before, as what counts is compiled code.
 */
export async function measureSeries(
  subjects: readonly Subject[],
  points: readonly Point[],
  { rounds, seconds }: { rounds: number; seconds: number },
  prepare: (subject: Subject, operation: Operation) => Promise<readonly string[]> = prepareBodies,
): Promise<Series[]> {
  const series: (Series & { readonly subject: Subject; readonly bodies: readonly string[] })[] = [];
  for (const subject of subjects) {
    for (const operation of new Set(points.map((point) => point.operation))) {
      const bodies = await prepare(subject, operation);
      await load(subject, { operation, bodies, connections: 32, amount: WARM });
      for (const point of points.filter((one) => one.operation === operation)) {
        series.push({ name: subject.name, ...point, samples: [], subject, bodies });
      }
    }
  }
  for (let round = 0; round < rounds; round++) {
    process.stderr.write(`round ${round + 1} of ${rounds}\n`);
    for (const point of points) {
      const group = series.filter(
        ({ operation, connections }) => operation === point.operation && connections === point.connections,
      );
      // Another one comes first each round.
      for (let i = 0; i < group.length; i++) {
        const one = group[(i + round) % group.length];
        if (one) one.samples.push(await load(one.subject, { ...point, bodies: one.bodies, seconds }));
      }
    }
  }
  return series.map(({ subject, bodies, ...rest }) => rest);
}
