import { cpus } from 'node:os';
import { join } from 'node:path';
import { type Database, startDatabase } from '../servers/postgres.ts';
import { ours, planPeer, type SubjectPlan } from '../servers/subject.ts';
import { compareServers } from './compare-servers.ts';
import type { Measurement } from './measurement.ts';

/** The shortest slice, in milliseconds. In a shorter one, the 10 ms steps of PostgreSQL's CPU times would be too coarse. */
const shortest = 500;

/** Numbers of servers that share a database. A run needs a core for each server, one for PostgreSQL and one for the load. */
const several = [2, 3];
const otherCores = 2;

/**
 * Compares this server on PostgreSQL with itself on SQLite, and with a server that sends PostgreSQL a separate query for
 * everything.
 */
export const postgres: Measurement = {
  title: 'this server on PostgreSQL beside itself on SQLite, and beside Fastify with a query for each thing that a request asks',
  async run(settings, place, begin) {
    const database = await startDatabase(join(place, 'postgres'));
    const onPostgres = withDatabase({ ...ours, name: 'this server, PostgreSQL' }, database);
    const clusters = several
      .filter((copies) => cpus().length >= copies + otherCores)
      .map((copies) => ({ ...onPostgres, name: `${copies} servers, PostgreSQL`, copies }));
    try {
      await compareServers(
        {
          plans: [
            onPostgres,
            { ...ours, name: 'this server, SQLite' },
            withDatabase(planPeer('fastify, pg'), database),
            ...clusters,
          ],
          points: [
            { title: 'fetch, 32 connections', operation: 'fetch', connections: 32 },
            { title: 'create with a key, 32 connections', operation: 'create', connections: 32 },
          ],
        },
        { ...settings, slice: Math.max(settings.slice, shortest) },
        place,
        (describe) => begin(() => ({ tables: describe(), remarks: clusters.length < several.length ? [tooFewCores()] : [] })),
      );
    } finally {
      await database.stop();
    }
  },
};

function tooFewCores(): string {
  const needed = several.map((count) => `${count} servers take ${count + otherCores}`).join(', ');
  return `This machine has ${cpus().length} cores, too few to see what several servers do on one database: with PostgreSQL and the load, ${needed}.`;
}

/** Gives a server a new, empty database at each start. */
function withDatabase(plan: SubjectPlan, database: Database): SubjectPlan {
  return {
    ...plan,
    prepare: async (env) => {
      const own = { DATABASE_URL: await database.make() };
      return { env: own, ...(await plan.prepare?.({ ...env, ...own })) };
    },
    readDatabaseCpu: database.readCpu,
  };
}
