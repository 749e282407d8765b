import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const room = fileURLToPath(new URL('../', import.meta.url));
export const repository = join(room, '../..');

export interface Outcome {
  code: number | null;
  /** The output of both streams, in the order in which it arrived. */
  output: string;
}

/** Runs a command, and waits for its end. */
export async function run(folder: string, command: string, ...args: string[]): Promise<Outcome> {
  const child = spawn(command, args, { cwd: folder });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output };
}

/** Runs `init` as a user would. */
export function init(folder: string, ...args: string[]): Promise<Outcome> {
  return run(folder, process.execPath, join(room, 'bin/stubs.ts'), 'init', ...args);
}

/** Makes an empty folder, with a function that removes it. */
export function makeFolder(): { folder: string; remove(): void } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'payment-invoice-stubs-')));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Links the dependencies of this package, and the package itself, in place of `npm install`. */
export function linkPackages(project: string): void {
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, '@payment-invoice'), { recursive: true });
  for (const name of readdirSync(join(room, 'node_modules'))) {
    if (!name.startsWith('.') && name !== '@payment-invoice') symlinkSync(join(room, 'node_modules', name), join(modules, name));
  }
  symlinkSync(room, join(modules, '@payment-invoice/stubs'));
}

/** Compiles a project. Overrides its `rootDir`, because the linked packages are source files outside the project. */
export function compile(project: string): Promise<Outcome> {
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  return run(project, process.execPath, compiler, '--noEmit', '--rootDir', '/');
}

export interface RunningProject {
  baseUrl: string;
  output(): string;
  stop(): Promise<void>;
}

/** Starts a project's server without compiling it. Throws an Error with the output if the server ends before it listens. */
export async function startProject(project: string, token: string): Promise<RunningProject> {
  const child = spawn(process.execPath, ['src/server.ts'], {
    cwd: project,
    env: { ...process.env, PORT: '0', PUBLIC_BASE_URL: '', TOKEN: token },
  });
  const ended = once(child, 'close');
  let output = '';
  const port = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        const [, found] = /Listening on http:\/\/\S+:(\d+)/.exec(output) ?? [];
        if (found) resolve(found);
      });
    child.once('close', () => reject(new Error(`The server ended: ${output}`)));
  });
  return {
    baseUrl: `http://localhost:${port}`,
    output: () => output,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

/** Runs the suite against a server. Its reports go into the project's folder. */
export function check(project: string, { baseUrl }: Pick<RunningProject, 'baseUrl'>, token: string, ...args: string[]) {
  const suite = join(repository, 'conformance/bin/conformance.ts');
  const out = join(project, 'conformance-report');
  return run(project, process.execPath, suite, '--base-url', baseUrl, '--token', token, '--out', out, ...args);
}
