#!/usr/bin/env node
/** Starts the PostgreSQL server that was installed with the npm packages: `postgres.ts <directory>`. Stops it on a signal. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onStopSignal } from '../../../packages/server/src/commands/launch.ts';
import { startPostgres } from '../../../packages/server/testing/start-postgres.ts';

const starting = startPostgres(process.argv[2] ?? '.data/postgres', { max_connections: '200' });
onStopSignal(async () => {
  await (await starting).stop('immediate');
  process.exit(0);
});
const postgres = await starting;
const [pid] = readFileSync(join(postgres.data, 'postmaster.pid'), 'utf8').split('\n');
process.stdout.write(`${JSON.stringify({ url: postgres.urlOf('postgres'), pid: Number(pid) })}\n`);
