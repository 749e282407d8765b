/** Tells the process that started this one what it uses, whenever that asks. Loaded into each server that is measured, before its own code. */

/** The resources that a process has used since it started. */
export interface Usage {
  /** User and system time of all threads, in microseconds. */
  cpu: number;
  /** Resident memory, in bytes. */
  memory: number;
}

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, memory: process.memoryUsage.rss() } satisfies Usage);
});
// A server ends by itself, as it does without a probe.
process.channel?.unref();
