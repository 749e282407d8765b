import { expect, vi } from 'vitest';
import type { TestServer } from '../start-test-server.ts';

/** Waits until the server's log shows that `count` attempts have ended with an outcome. */
export async function untilDelivered(server: TestServer, outcome: string, count: number): Promise<void> {
  const ended = () => server.log.filter((line) => line.includes(`"outcome":"${outcome}"`)).length;
  await vi.waitFor(() => expect(ended()).toBeGreaterThanOrEqual(count), { timeout: 10_000, interval: 10 });
}
