/** The work to measure. It may return a promise. */
type Work = () => unknown;
/** Prepares work on an input that is `parts` long. */
export type Make = (parts: number) => Work;

/** How many times larger the second input is than the first. */
const span = 16;
/** The maximum factor by which the CPU time per part may grow with the larger input. Quadratic work makes it grow by `span`. */
export const most = 4;
/** The shortest CPU time that is worth measuring, in microseconds. */
const enough = 10_000;
/**
 * The number of measurements, of which the lowest counts. If the growth is far too high, other work on the machine cannot be the
 * reason, and two are enough.
 */
const rounds = (growth: number): number => (growth > 2 * most ? 2 : 8);

/** Returns the CPU time of one run of the work, in microseconds. Repeats the work until the total is long enough to measure. */
async function costOf(work: Work): Promise<number> {
  for (let times = 1; ; times *= 4) {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time++) await work();
    const { user, system } = process.cpuUsage(before);
    if (user + system >= enough) return (user + system) / times;
  }
}

/**
 * Returns the growth of the CPU time per part, from the small input to the large one. Stops early once the growth is
 * within the limit. Takes the lowest of several measurements, because other work on the machine can only add to a measurement.
 */
export async function growthOf(make: Make, parts: number): Promise<number> {
  const works = [make(parts), make(span * parts)];
  const least = works.map(() => Number.POSITIVE_INFINITY) as [number, number];
  // Warms up first, so that the time to compile the code is not measured.
  await costOf(works[0] as Work);
  let growth = most + 1;
  for (let round = 0; growth > most && round < rounds(growth); round++) {
    for (const [at, work] of works.entries()) least[at] = Math.min(least[at] as number, await costOf(work));
    growth = least[1] / least[0] / span;
  }
  return growth;
}
