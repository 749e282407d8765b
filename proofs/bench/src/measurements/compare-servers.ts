import { join } from 'node:path';
import { load, type Operation, prepareBodies, type Sample } from '../load/load.ts';
import type { Ratios, Row, Table } from '../report/table.ts';
import { type Subject, type SubjectPlan, startSubject } from '../servers/subject.ts';
import { estimate } from '../statistics/estimate.ts';
import type { Settings } from './measurement.ts';

/**
 * The maximum warm-up of one operation, in milliseconds. Without a warm-up, the figures would include V8's compiler, which takes
 * a sixth of this server's CPU time, and an eighth of Fastify's, during the first 20,000 requests.
 */
const longestWarmUp = 2_000;

/**
 * Measures servers in short slices, one server after another at each point, in many rounds. A disturbance affects
 * neighbouring slices alike, so their ratio remains valid even when their values do not. Each round starts new
 * processes, because two processes of the same program differ for their entire lifetime.
 */
export async function compareServers(
  comparison: Comparison,
  { rounds, slices, slice, seconds, warm }: Settings,
  place: string,
  begin: (describe: () => Table[]) => void,
): Promise<void> {
  const { plans, points, prepare = prepareBodies, keepsData = false } = comparison;
  const series = points.flatMap((point) =>
    (point.servers ?? plans.map(({ name }) => name)).map((name): Series => ({ point, name, rounds: [] })),
  );
  begin(() => tabulate(series, comparison));
  const end = performance.now() + seconds * 1000;
  // Measures at least one slice of each server, however slow the machine is.
  const hasTime = (round: number, slice: number) => round + slice === 0 || performance.now() < end;
  for (let round = 0; round < rounds && hasTime(round, 0); round++) {
    const subjects = new Map<string, Subject>();
    try {
      for (const plan of plans) subjects.set(plan.name, await startSubject(plan, keepsData ? place : join(place, String(round))));
      const bodies = await warmUp([...subjects.values()], comparison, prepare, warm);
      for (const one of series) one.rounds.push([]);
      for (let i = 0; i < slices && hasTime(round, i); i++) {
        process.stderr.write(`\rround ${round + 1} of ${rounds}, slice ${i + 1} of ${slices} `);
        for (const { point, name, rounds } of takeTurns(series, points, i)) {
          const subject = subjects.get(name) as Subject;
          const { operation, connections } = point;
          const order = { operation, connections, bodies: bodies.get(`${name} ${operation}`) ?? [], milliseconds: slice };
          rounds.at(-1)?.push(await load(subject, order));
        }
      }
    } finally {
      for (const subject of subjects.values()) await subject.stop();
    }
  }
  process.stderr.write('\r');
}

/**
 * Sends each measured operation to each server until the server's code is compiled. Returns the request bodies, keyed by server
 * and operation.
 */
async function warmUp(
  subjects: readonly Subject[],
  { points }: Comparison,
  prepare: NonNullable<Comparison['prepare']>,
  amount: number,
): Promise<Map<string, readonly string[]>> {
  const bodies = new Map<string, readonly string[]>();
  for (const subject of subjects) {
    for (const operation of new Set(points.map((point) => point.operation))) {
      const prepared = await prepare(subject, operation);
      bodies.set(`${subject.name} ${operation}`, prepared);
      await load(subject, { operation, bodies: prepared, connections: 32, amount, milliseconds: longestWarmUp });
    }
  }
  return bodies;
}

/** Lists the servers to measure at each point. Each turn begins with a different server, so that no server is always first. */
function takeTurns(series: readonly Series[], points: readonly Point[], turn: number): Series[] {
  return points.flatMap((point) => {
    const ofPoint = series.filter((one) => one.point === point);
    const first = turn % ofPoint.length;
    return [...ofPoint.slice(first), ...ofPoint.slice(0, first)];
  });
}

/** Returns a table for each point that has been measured at least once. */
export function tabulate(
  series: readonly Series[],
  { plans, twins, points }: Pick<Comparison, 'plans' | 'twins' | 'points'>,
): Table[] {
  return points.flatMap((point): Table[] => {
    const ofPoint = series.filter((one) => one.point === point && one.rounds.flat().length > 0);
    const find = (name: string | undefined) => ofPoint.find((one) => one.name === name);
    const subject = find(plans[0]?.name);
    const [one, other] = [find(twins?.[0]), find(twins?.[1])];
    if (!subject) return [];
    const rows = ofPoint.filter((one) => one !== other).map((one) => describe(one, subject));
    return [{ title: point.title, rows, ...(one && other && { twins: { name: one.name, ...compare(one, other) } }) }];
  });
}

function describe(one: Series, subject: Series): Row {
  const of = (key: keyof Sample) => estimate(one.rounds.map((samples) => samples.flatMap((sample) => sample[key] ?? [])));
  const hasDatabase = one.rounds.flat().some(({ database }) => database !== undefined);
  return {
    name: one.name,
    cpu: of('cpu'),
    ...(hasDatabase && { database: of('database') }),
    rate: of('rate'),
    ...(one !== subject && { ratios: compare(subject, one) }),
  };
}

/**
 * Divides the values of two servers slice by slice, because slices with the same index were measured right after each other.
 * After an interruption, one server may lack the last slice.
 */
function compare(one: Series, other: Series): Ratios {
  const ratio = (key: 'cpu' | 'rate') =>
    estimate(
      one.rounds.map((samples, round) =>
        samples.flatMap((sample, i) => {
          const beside = other.rounds[round]?.[i];
          return beside ? [sample[key] / beside[key]] : [];
        }),
      ),
    );
  return { cpu: ratio('cpu'), rate: ratio('rate') };
}

/** A kind of load: an operation, and the number of connections. */
interface Point {
  title: string;
  operation: Operation;
  connections: number;
  /** The servers to measure at this point; all of them by default. */
  servers?: readonly string[];
}

/** The servers and loads to compare. */
interface Comparison {
  /** The servers to compare. The report divides the figures of the first one by those of every other server. */
  plans: readonly SubjectPlan[];
  /** Names of two plans that start the same program. Differences between these two come only from the machine. */
  twins?: readonly [string, string];
  points: readonly Point[];
  /** Returns the request bodies for an operation. */
  prepare?: (subject: Subject, operation: Operation) => Promise<readonly string[]>;
  /** True when each round keeps the data of the previous round. */
  keepsData?: boolean;
}

/** The samples of one server at one point: a list for each round. */
export interface Series {
  point: Point;
  name: string;
  rounds: Sample[][];
}
