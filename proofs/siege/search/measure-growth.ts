/** Work that is measured. */
type Work = () => unknown;
/** Makes the work on an input of so many parts. */
export type Make = (parts: number) => Work;

/** Parts of the larger input, for each of the smaller. */
const span = 16;
/** The most that a part of the larger input may cost, in parts of the smaller; a square would be `span`. */
export const most = 4;
/** Microseconds of CPU that a measurement takes at least. */
const enough = 10_000;
/** Measurements of which the least counts; fewer do where no other work on the machine could be the cause. */
const rounds = (growth: number): number => (growth > 2 * most ? 2 : 8);

/** Returns the microseconds of CPU that some work takes. */
async function costOf(work: Work): Promise<number> {
  for (let times = 1; ; times *= 4) {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time++) await work();
    const { user, system } = process.cpuUsage(before);
    if (user + system >= enough) return (user + system) / times;
  }
}

/**
 * Returns how many times more a part of the larger input costs; no more rounds are taken than it needs to be within the limit.
 * The least of several measurements counts: other work on the machine only adds to one.
 */
export async function growthOf(make: Make, parts: number): Promise<number> {
  const works = [make(parts), make(span * parts)];
  const least = works.map(() => Number.POSITIVE_INFINITY) as [number, number];
  // What the first run compiles counts for none.
  await costOf(works[0] as Work);
  let growth = most + 1;
  for (let round = 0; growth > most && round < rounds(growth); round++) {
    for (const [at, work] of works.entries()) least[at] = Math.min(least[at] as number, await costOf(work));
    growth = least[1] / least[0] / span;
  }
  return growth;
}
