import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { InitError, UsageError } from './init-error.ts';
import { type ForeignContract, readContract } from './read-contract.ts';
import {
  compilerPackages,
  type DatabaseName,
  databases,
  type Framework,
  foreignPackages,
  frameworks,
  fullNeeds,
  ownPackage,
  projectFiles,
  writeProject,
} from './write-project.ts';

const helpText = `Starts a project for a server of the Payment Invoice API.

  payment-invoice-stubs init FOLDER [--framework NAME] [--full [--database NAME]]
  payment-invoice-stubs init FOLDER --contract FILE

  FOLDER            a new folder, or an empty one; its name becomes the package's
  --framework NAME  node-http (default), koa, express, fastify, or fetch for servers that take a Request and
                    return a Response (the project runs it on Node.js with Hono)
  --full            a whole server with @payment-invoice/kit, which passes the whole suite; without it the
                    handlers are left to write
  --database NAME   where it keeps its data: sqlite (default) or postgres
  --contract FILE   a server of another API, from its OpenAPI 3.0 or 3.1 document: on node:http, with a
                    handler to write for each operation
  --help            print this
  --version         print the version of the stubs

Exit code 0: made. 1: could not be made, and nothing was written. 2: wrong option.
`;

/** The output and error streams of the command. */
export interface Output {
  print: (text: string) => void;
  complain: (text: string) => void;
}

/** Runs the command and returns its exit code. Reports a user's mistake as a sentence. Throws any other error: it is a bug. */
export async function runCommand(args: readonly string[], { print, complain }: Output): Promise<number> {
  try {
    const command = readCommand(args);
    if (command.kind === 'help') print(helpText);
    else if (command.kind === 'version') print(`@payment-invoice/stubs ${ownPackage().version}, Node.js ${process.version}\n`);
    else if (command.kind === 'foreign') {
      const contract = await readContract(command.contract);
      await writeProject(command.folder, (name) => foreignProjectFiles(name, contract));
      const count = contract.operations.length;
      print(
        `Made ${command.folder}, with ${count} ${count === 1 ? 'handler' : 'handlers'} to write.${nextSteps(command.folder)}`,
      );
      print('README.md there has the command that checks it.\n');
    } else {
      const { folder, framework, database } = command;
      await writeProject(folder, (name) => projectFiles({ name, framework, database }));
      if (database === undefined) {
        print(`Made ${folder} for ${framework}.${nextSteps(folder)}`);
        print('README.md there lists the handlers that are left to write, and the command that checks them.\n');
        return 0;
      }
      print(`Made ${folder} for ${framework}, a whole server. Next:\n\n  cd ${folder}\n  npm install\n  npm run conformance\n\n`);
      print('README.md there says how to start it, and what is left to you.\n');
      const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
      if (major < fullNeeds.major || (major === fullNeeds.major && minor < fullNeeds.minor))
        complain(
          `The project needs Node.js ${fullNeeds.major}.${fullNeeds.minor} or newer, but this is ${process.versions.node}: install a newer one first.\n`,
        );
    }
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof InitError)) throw error;
    complain(`${error.message}${error instanceof UsageError ? ' Run with --help for the options.' : ''}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

const nextSteps = (folder: string): string =>
  ` Next:\n\n  cd ${folder}\n  npm install\n  export TOKEN=$(openssl rand -hex 24)\n  npm start\n\n`;

/** A parsed command line. */
export type Command =
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'foreign'; folder: string; contract: string }
  | { kind: 'init'; folder: string; framework: Framework; database: DatabaseName | undefined };

/** Parses a command line. Throws a UsageError when the command does not exist, or an option is unknown or wrong. */
function readCommand(args: readonly string[]): Command {
  const { values, positionals } = readOptions(args);
  const [command, folder, ...more] = positionals;
  if (values.help || (command === undefined && args.length === 0)) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  if (command !== 'init') throw new UsageError(`There is no command ${JSON.stringify(command ?? '')}: the only command is init.`);
  if (folder === undefined) throw new UsageError('Name the folder to make: init my-server.');
  if (more.length > 0) throw new UsageError(`init makes one folder, but was given ${positionals.length - 1} names.`);
  if (values.contract !== undefined) {
    const other = (['framework', 'full', 'database'] as const).find((name) => values[name] !== undefined);
    if (other) throw new UsageError(`--contract makes a server on node:http: remove --${other}.`);
    return { kind: 'foreign', folder, contract: values.contract };
  }
  const framework = choose('adapter', values.framework ?? 'node-http', frameworks);
  const database = choose('store', values.database ?? 'sqlite', databases);
  if (values.database !== undefined && !values.full) throw new UsageError('--database is for a whole server: add --full.');
  return { kind: 'init', folder, framework, database: values.full ? database : undefined };
}

function choose<Name extends string>(what: string, name: string, known: Readonly<Record<Name, unknown>>): Name {
  if (Object.hasOwn(known, name)) return name as Name;
  throw new UsageError(`There is no ${what} for ${JSON.stringify(name)}: use one of ${Object.keys(known).join(', ')}.`);
}

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

/** Returns the files of a project for someone else's contract: their contents by path. The project generates its types later. */
export function foreignProjectFiles(name: string, { json, operations }: ForeignContract): Readonly<Record<string, string>> {
  const templates = join(ownPackage().folder, 'templates');
  const template = (file: string) => readFileSync(join(templates, file), 'utf8');
  const manifest = {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    engines: { node: '>=20' },
    scripts: {
      generate: 'openapi-typescript openapi.json --default-non-nullable=false --output src/types.ts',
      check: 'npm run generate && tsc --noEmit',
      start: 'npm run generate && tsc && node dist/server.js',
    },
    dependencies: foreignPackages.dependencies,
    devDependencies: { '@types/node': compilerPackages['@types/node'], ...foreignPackages.devDependencies },
  };
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'tsconfig.json': template('tsconfig.json.txt'),
    'README.md': template('foreign/README.md.txt').replaceAll('{name}', name),
    '.gitignore': 'node_modules/\ndist/\nconformance-report/\n',
    'openapi.json': json,
    'src/api.ts': template('foreign/api.ts.txt'),
    'src/server.ts': template('foreign/server.ts.txt'),
    'src/handlers.ts': writeHandlers(operations),
  };
}

/** Writes the file of handlers. The handler of each operation responds that the operation is not implemented. */
function writeHandlers(operations: ForeignContract['operations']): string {
  const each = operations.map(({ id, method, path }) => {
    const text = JSON.stringify(id);
    // Removes line breaks, which would end the comment, and marks of the writing direction, which could hide code.
    const words = `${method} ${path}`.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
    return `  // ${words}\n  ${/^[A-Za-z_$][\w$]*$/.test(id) ? id : text}: async () => {\n    throw new NotImplementedError(${text});\n  },\n`;
  });
  return `import { type Handlers, NotImplementedError } from './api.ts';

/** Returns whether the credentials are valid. \`scheme\` is the name of the contract's security scheme. */
export const authenticate = (credentials: string, _scheme: string): boolean =>
  process.env.TOKEN !== undefined && process.env.TOKEN !== '' && credentials === process.env.TOKEN;

/** One handler for each operation. Requests are checked before they get here, and the compiler checks your responses. */
export const handlers: Handlers = {
${each.join('')}};
`;
}
