import type { Connections } from './connections.ts';
import { nameStatements } from './sender.ts';

/** The interval between heartbeats, in milliseconds. After `goneAfter` without a heartbeat, a server counts as gone. */
const every = 10_000;
const goneAfter = 30_000;

/** The current time by the database's clock, in milliseconds since 1970. It stays the same within a statement. */
export const now = '(extract(epoch FROM statement_timestamp()) * 1000)::bigint';

const sql = nameStatements({
  enterServer: `WITH buried AS (
  DELETE FROM servers WHERE seen_at < ${now} - 3600000 AND id <> $1
), mine AS (
  INSERT INTO servers (id, seen_at) VALUES ($1, ${now}) ON CONFLICT (id) DO UPDATE SET seen_at = EXCLUDED.seen_at
)
SELECT count(*) AS servers FROM servers WHERE id <> $1 AND seen_at > ${now} - ${goneAfter}`,
  leaveServer: 'DELETE FROM servers WHERE id = $1',
  countServers: `SELECT count(*) AS servers FROM servers WHERE seen_at > ${now} - ${goneAfter}`,
  /** Adds up the counts, which leaves one row for each status. Skips rows that another server is adding up. */
  foldCounts: `WITH taken AS (
  DELETE FROM invoice_counts WHERE ctid = ANY (ARRAY(SELECT ctid FROM invoice_counts LIMIT 100000 FOR UPDATE SKIP LOCKED))
    AND (SELECT count(*) FROM invoice_counts) > 100
  RETURNING status, invoices
)
INSERT INTO invoice_counts (status, invoices) SELECT status, sum(invoices) FROM taken GROUP BY status HAVING sum(invoices) <> 0`,
  /** Deletes expired counts, in batches that are small enough not to delay requests. Skips a count that a request is using. */
  forgetRates: `WITH forgotten AS (
  DELETE FROM rates WHERE key = ANY (ARRAY(SELECT key FROM rates WHERE ends_at <= ${now} LIMIT $1 FOR UPDATE SKIP LOCKED))
  RETURNING 1
)
SELECT count(*) AS forgotten FROM forgotten`,
});

const mostForgotten = 5_000;

/** The register of the servers that use a database. */
export interface ServerRegister {
  /** Registers this process as a running server. Returns the number of servers, including this one. */
  enter(): Promise<number>;
  /** The number of servers at the latest heartbeat, at least 1. */
  size(): number;
  /** Sends a heartbeat now. Throws a StoreUnavailableError if it cannot be stored. */
  signal(): Promise<void>;
  hasEntered(): boolean;
  count(): Promise<number>;
  leave(): Promise<void>;
}

/** Keeps this process registered as the server `id`, and regularly cleans up the tables that all servers share. */
export function keepServerRegister(db: Connections, id: string): ServerRegister {
  let timer: NodeJS.Timeout | undefined;
  let others = 0;
  const signal = async () => {
    const [row] = await db.run<{ servers: number }>(sql.enterServer, [id]);
    others = row?.servers ?? 0;
  };
  const beat = async () => {
    await signal();
    await db.run(sql.foldCounts);
    for (;;) {
      const [row] = await db.run<{ forgotten: number }>(sql.forgetRates, [mostForgotten]);
      if (row?.forgotten !== mostForgotten) return;
    }
  };
  return {
    enter: async () => {
      await beat();
      // Ignores errors. After half a minute of errors, this server is not counted until its next successful heartbeat.
      timer = setInterval(() => void beat().catch(() => undefined), every).unref();
      return others + 1;
    },
    size: () => others + 1,
    signal,
    hasEntered: () => timer !== undefined,
    count: async () => (await db.run<{ servers: number }>(sql.countServers))[0]?.servers ?? 0,
    leave: async () => {
      if (!timer) return;
      clearInterval(timer);
      timer = undefined;
      await db.run(sql.leaveServer, [id]);
    },
  };
}
