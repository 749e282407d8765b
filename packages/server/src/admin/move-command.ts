import { UsageError } from '../errors/usage-error.ts';
import type { AdminCommand } from './admin-command.ts';

export const moveDatabase: AdminCommand = {
  words: 'database move',
  usage: '',
  help: `copy the SQLite database in DATA_DIR into the empty PostgreSQL database of DATABASE_URL, and compare every row.
      Stop the server before, and start it with DATABASE_URL. Cut off, it can be run again; the file stays as it is`,
  opensNothing: true,
  async run({ dataDir, databaseUrl }) {
    if (databaseUrl === undefined) {
      throw new UsageError('DATABASE_URL is not set: name the PostgreSQL database that the one in DATA_DIR is to be moved into.');
    }
    // Late, because no other command needs both drivers.
    const { moveToPostgres } = await import('../store/move/move-to-postgres.ts');
    const move = await moveToPostgres(dataDir, databaseUrl);
    if (move.kind === 'already') return [{ moved: 'before; nothing was done' }];
    return [...move.rows].map(([table, rows]) => ({ table, rowsAlike: String(rows) }));
  },
};
