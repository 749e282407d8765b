import type { Sample } from '../load/load.ts';
import type { Ratios, Row, Table } from '../report/table.ts';
import { estimate } from '../statistics/estimate.ts';
import type { Comparison, Series } from './comparison.ts';

/** Makes a table of each point of which something is known. */
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

/** Divides slice by slice: those of one number lay side by side in time. The last one may not have both, after an interruption. */
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
