import { appendFileSync, chmodSync, cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseUser, type Postgres, startPostgres, testSettings } from '../start-postgres.ts';

/**
 * Starts a standby that follows `primary`, which is stopped while its files are copied.
 * @param directory contains the files of the primary
 */
export async function startStandby(primary: Postgres, directory: string, copy: string): Promise<Postgres> {
  await primary.stop();
  cpSync(directory, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  await primary.start();
  const { hostname, port, username, password } = new URL(primary.urlOf('postgres'));
  const data = join(copy, 'data');
  // PostgreSQL refuses a folder that other users can read.
  chmodSync(data, 0o700);
  writeFileSync(join(data, 'standby.signal'), '');
  appendFileSync(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password} application_name=standby'\n`,
  );
  const { own } = chooseUser();
  for (const path of ['', ...readdirSync(data, { recursive: true, encoding: 'utf8' })]) own(join(data, path));
  return startPostgres(copy, testSettings);
}
