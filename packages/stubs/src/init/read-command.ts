import { parseArgs } from 'node:util';
import { type DatabaseName, databases, type Framework, frameworks } from './frameworks.ts';
import { UsageError } from './init-error.ts';

/** A parsed command line. */
export type Command =
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'foreign'; folder: string; contract: string }
  | { kind: 'init'; folder: string; framework: Framework; database: DatabaseName | undefined };

/**
 * Parses a command line.
 * @throws UsageError when there is no such command, or an option is unknown or wrong
 */
export function readCommand(args: readonly string[]): Command {
  const { values, positionals } = readOptions(args);
  const [command, folder, ...more] = positionals;
  if (values.help || (command === undefined && args.length === 0)) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  if (command !== 'init') throw new UsageError(`There is no command ${JSON.stringify(command ?? '')}: there is init.`);
  if (folder === undefined) throw new UsageError('Name the folder to make: init my-server.');
  if (more.length > 0) throw new UsageError(`init makes one folder, and was given ${positionals.length - 1} names.`);
  if (values.contract !== undefined) {
    const other = (['framework', 'full', 'database'] as const).find((name) => values[name] !== undefined);
    if (other) throw new UsageError(`--contract makes a server on node:http, and takes no --${other}.`);
    return { kind: 'foreign', folder, contract: values.contract };
  }
  const { framework = 'node-http' } = values;
  if (!isFramework(framework)) {
    const known = Object.keys(frameworks).join(', ');
    throw new UsageError(`There is no adapter for ${JSON.stringify(framework)}: --framework takes ${known}.`);
  }
  const { database = 'sqlite' } = values;
  if (!isDatabase(database)) {
    const known = Object.keys(databases).join(', ');
    throw new UsageError(`There is no store for ${JSON.stringify(database)}: --database takes ${known}.`);
  }
  if (values.database !== undefined && !values.full) throw new UsageError('--database is for a whole server: add --full.');
  return { kind: 'init', folder, framework, database: values.full ? database : undefined };
}

const isDatabase = (name: string): name is DatabaseName => Object.hasOwn(databases, name);
const isFramework = (name: string): name is Framework => Object.hasOwn(frameworks, name);

function readOptions(args: readonly string[]) {
  try {
    const options = {
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
      contract: { type: 'string' },
      framework: { type: 'string' },
      full: { type: 'boolean' },
      database: { type: 'string' },
    } as const;
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ');
    throw new UsageError(`${sentence.replace(/\.$/, '')}.`);
  }
}
