import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'pg';
import { clientConfig, patience } from './client-config.ts';
import { isReadOnly } from './database-error.ts';
import { farewell, type Sender } from './sender.ts';

/** Connections to a pooler, where each has one statement at a time. */
const most = 8;

/**
 * Sends statements to a pooler: without a name, and each when that before it on its connection has ended. PgBouncer 1.18 mixes up the
 * bytes of statements that are sent behind each other, as it takes the end of one for the end of all.
 */
export function openPool(url: string): Sender {
  let pool = makePool(url);
  const end = async (old: Pool) => {
    // A database that answers nothing does not say goodbye either.
    await Promise.race([old.end(), wait(farewell, undefined, { ref: false })]);
  };
  return {
    send: async ({ text }, values) => {
      try {
        return (await pool.query({ text, values: [...values] })).rows;
      } catch (error) {
        // A standby takes no writes; by its name, the new primary is found.
        if (isReadOnly(error)) {
          const old = pool;
          pool = makePool(url);
          void end(old);
        }
        throw error;
      }
    },
    close: () => end(pool),
  };
}

function makePool(url: string): Pool {
  const pool = new Pool({ ...clientConfig(url), max: most, idleTimeoutMillis: 0, query_timeout: patience });
  // One that breaks while nobody uses it is replaced when it is needed.
  pool.on('error', () => undefined);
  return pool;
}
