import { load } from './load.ts';
import { type Operation, prepareBodies } from './operations.ts';
import type { Point, Series } from './series.ts';
import type { Subject } from './subject.ts';

/** Requests of an operation until a server is taken to be warm. */
const warm = 30_000;

/** Starts a server for a round. */
export type StartSubject = (round: number) => Promise<Subject>;

/**
 * Measures each server at each point, round after round, so that a disturbance of the machine hits all of them. Each
 * round starts them anew: two processes of one program differ by a tenth or two as long as they live.
 * Everything is loaded beforehand, so that compiled code is measured.
 */
export async function measureSeries(
  starts: readonly StartSubject[],
  points: readonly Point[],
  { rounds, seconds }: { rounds: number; seconds: number },
  prepare: (subject: Subject, operation: Operation) => Promise<readonly string[]> = prepareBodies,
): Promise<Series[]> {
  const series = new Map<string, Series>();
  const seriesOf = ({ name }: Subject, point: Point): Series => {
    const key = JSON.stringify([name, point]);
    const known = series.get(key) ?? { name, ...point, samples: [] };
    series.set(key, known);
    return known;
  };
  for (let round = 0; round < rounds; round++) {
    process.stderr.write(`round ${round + 1} of ${rounds}\n`);
    const subjects: Subject[] = [];
    try {
      for (const start of starts) subjects.push(await start(round));
      for (const operation of new Set(points.map((point) => point.operation))) {
        const bodies = new Map<Subject, readonly string[]>();
        for (const subject of subjects) {
          bodies.set(subject, await prepare(subject, operation));
          await load(subject, { operation, bodies: bodies.get(subject) ?? [], connections: 32, amount: warm });
        }
        for (const point of points.filter((one) => one.operation === operation)) {
          // Another one comes first each round.
          for (const subject of [...subjects.slice(round % subjects.length), ...subjects.slice(0, round % subjects.length)]) {
            seriesOf(subject, point).samples.push(await load(subject, { ...point, bodies: bodies.get(subject) ?? [], seconds }));
          }
        }
      }
    } finally {
      for (const subject of subjects) await subject.stop();
    }
  }
  // In the order of the servers, not of the first round's turns.
  return points.flatMap((point) =>
    [...series.values()].filter((one) => one.operation === point.operation && one.connections === point.connections),
  );
}
