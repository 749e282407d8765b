/** Returns the milliseconds of CPU time that a function takes in this thread. Other work on the machine does not count. */
export function cpuOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
