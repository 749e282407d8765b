import { readFileSync } from 'node:fs';

/** How many file descriptors the database, the log, the threads and the code need. */
const own = 64;
/** The maximum number of connections and callbacks at once, even when the system allows more. */
const most = { connections: 8_192, callbacks: 512 } as const;

/**
 * Divides the file descriptors of a process between client connections and callbacks. Without a limit, connections
 * would use all of them. Further clients would then be reset, and neither callbacks nor the database could open
 * anything.
 */
export function shareDescriptors(limit: number): { connections: number; callbacks: number } {
  const free = Math.max(limit - own, 16);
  const callbacks = Math.min(most.callbacks, Math.floor(free / 4));
  return { connections: Math.min(most.connections, free - callbacks), callbacks };
}

/** Returns this process's limit of file descriptors on Linux; elsewhere a limit that nearly every system allows. */
export function readDescriptorLimit(): number {
  try {
    const [, soft] = /^Max open files +(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft ?? 1_024);
  } catch {
    return 1_024;
  }
}
