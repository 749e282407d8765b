import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartError } from '../errors/start-error.ts';
import { UsageError } from '../errors/usage-error.ts';
import { databaseFile } from '../store/open-store.ts';
import type { AdminCommand } from './admin-command.ts';

/** Copies the database while a server works on it. */
export const backUp: AdminCommand = {
  words: 'backup',
  usage: 'FILE',
  help: 'copy the database, while the server runs; CALLBACK_KEY is not in it',
  argument: { name: 'FILE' },
  // A backup before an upgrade is one of the tables before it.
  opensNothing: true,
  async run({ dataDir, databaseUrl }, { argument = '' }) {
    if (databaseUrl !== undefined) {
      throw new UsageError('`backup` copies an SQLite file. DATABASE_URL names a PostgreSQL database: use pg_dump.');
    }
    const file = resolve(argument);
    if (existsSync(file)) throw new UsageError(`${file} is already there. Name a file that is not.`);
    const database = join(dataDir, databaseFile);
    if (!existsSync(database)) {
      throw new StartError(`There is no database ${database}. Set DATA_DIR to the directory of the server's.`);
    }
    // Late, because it brings the driver.
    const { backUpDatabase } = await import('../store/back-up-database.ts');
    await backUpDatabase(database, file);
    return [{ backup: file }];
  },
};
