import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../commands/usage-error.ts';
import { backUpDatabase } from '../store/back-up-database.ts';
import type { AdminCommand } from './admin-command.ts';

/** Copies the database while a server works on it. */
export const backUp: AdminCommand = {
  words: 'backup',
  usage: 'FILE',
  help: 'copy the database, while the server runs; CALLBACK_KEY is not in it',
  argument: { name: 'FILE' },
  async run({ dataDir }, { argument = '' }) {
    const file = resolve(argument);
    if (existsSync(file)) throw new UsageError(`${file} is already there. Name a file that is not.`);
    await backUpDatabase(join(dataDir, 'payments.db'), file);
    return [{ backup: file }];
  },
};
