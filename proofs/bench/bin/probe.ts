/** Reports this process's resource usage to its parent on request. Loaded into each measured server before its own code. */

/** The CPU time that a process has used since it started, and the memory that it uses now. */
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
// Otherwise the channel to the parent would keep the server running.
process.channel?.unref();
