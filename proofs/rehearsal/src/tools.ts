import { chmodSync, existsSync, globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Ended } from '@payment-invoice/browser/run-process';
import { checkout, must, run, type Stage } from './stage.ts';

/** A folder that is kept between rehearsals, because the tools take 600 MB. */
const kept = join(checkout, 'build/runtime-binaries');

/**
 * npm packages from which the rehearsal takes a tool, each with the file to run. They are not dependencies, because only the
 * rehearsal needs them.
 */
const tools = {
  'npm 9': { package: 'npm@9.6.4', file: 'bin/npm-cli.js', part: 'package' },
  'npm 11': { package: 'npm@11.21.2', file: 'bin/npm-cli.js', part: 'package' },
  pnpm: { package: '@pnpm/exe.linux-x64@12.21.0', file: 'pnpm', part: 'package' },
  yarn: { package: '@yarnpkg/cli-dist@4.18.1', file: 'bin/yarn.js', part: 'package' },
  bun: { package: '@oven/bun-linux-x64@1.4.4', file: 'bin/bun', part: 'package/bin/bun' },
} as const;
type ToolName = keyof typeof tools;

/** Returns the path of a tool, and downloads the tool the first time. */
function findTool(stage: Stage, name: ToolName): Promise<string> {
  const { package: spec, file, part } = tools[name];
  return fetchPackage(stage, spec, file, part);
}

/** Returns the path of Node.js in this exact version, and downloads it the first time. */
export function findNode(stage: Stage, version: string): Promise<string> {
  return fetchPackage(stage, `node-${process.platform}-${process.arch}@${version}`, 'bin/node', 'package/bin/node');
}

/** Loads the registry's program, and downloads it the first time. */
export async function loadRegistryProgram(stage: Stage): Promise<(config: object) => Promise<import('node:http').Server>> {
  const folder = await keep('verdaccio-6.10.4', async (half) => {
    // verdaccio depends on `node-fetch@cjs`, a tag that some registries lack. Version 2.7.0 is the last one with that tag.
    const manifest = { private: true, dependencies: { verdaccio: '6.10.4' }, overrides: { 'node-fetch@cjs': '2.7.0' } };
    writeFileSync(join(half, 'package.json'), JSON.stringify(manifest));
    await must(stage, ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: half });
  });
  return createRequire(join(folder, 'package.json'))('verdaccio').runServer;
}

async function fetchPackage(stage: Stage, spec: string, file: string, part: string): Promise<string> {
  const folder = await keep(spec.replace(/[/@]/g, '-'), async (half) => {
    await must(stage, ['npm', 'pack', spec, '--prefer-offline', '--silent', '--pack-destination', half], { cwd: half });
    const [tarball = ''] = globSync('*.tgz', { cwd: half });
    await must(stage, ['tar', '-xzf', tarball, part], { cwd: half });
    rmSync(join(half, tarball));
  });
  return join(folder, 'package', file);
}

/**
 * Returns the folder of this name, which is kept between rehearsals. If it does not exist, `fill` fills a temporary folder, which
 * is then renamed. Thus an interruption cannot leave the folder incomplete.
 */
async function keep(name: string, fill: (half: string) => Promise<void>): Promise<string> {
  const folder = join(kept, name);
  if (existsSync(folder)) return folder;
  const half = `${folder}.${process.pid}.part`;
  mkdirSync(half, { recursive: true });
  try {
    await fill(half);
    renameSync(half, folder);
  } catch (error) {
    // If another rehearsal has created the folder in the meantime, uses that folder.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return folder;
}

/** A package manager, with the commands that a user's project would run. */
export interface Manager {
  name: 'npm' | 'pnpm' | 'yarn' | 'yarn (node_modules)' | 'bun';
  /** Installs packages into the project. A package manager that is written in JavaScript runs on the given Node.js. */
  install(stage: Stage, project: string, node: string, specs: readonly string[]): Promise<Ended>;
  /** Returns the command that runs an executable of an installed package. */
  bin(node: string, project: string, name: string): Promise<readonly [string, ...string[]]>;
  /** Returns the command that runs a file of the project. */
  code(node: string, file: string): Promise<readonly [string, ...string[]]>;
}

/** Returns the package managers that the rehearsal tries. */
export function createManagers(stage: Stage): Manager[] {
  const tool = async (name: ToolName) => {
    const path = await findTool(stage, name);
    if (!path.endsWith('.js')) chmodSync(path, 0o755);
    return path;
  };
  const linked = {
    bin: async (_node: string, project: string, name: string) => [join(project, 'node_modules/.bin', name)] as const,
    code: async (node: string, file: string) => [node, file] as const,
  };
  const installBy =
    (command: (node: string) => Promise<readonly [string, ...string[]]>, env = {}): Manager['install'] =>
    async (on, project, node, specs) =>
      run(on, [...(await command(node)), ...specs], { cwd: project, node, env });
  // Uses npm 9 with Node.js 20.0, which cannot run a newer npm.
  const npm = async (node: string) => [node, await tool(/-20\.\d\.\d\//.test(node) ? 'npm 9' : 'npm 11'), 'install'] as const;
  const yarn = (node: string) => tool('yarn').then((file) => [node, file] as const);
  return [
    { name: 'npm', install: installBy(npm), ...linked },
    { name: 'pnpm', install: installBy(async () => [await tool('pnpm'), 'add'] as const), ...linked },
    {
      name: 'yarn',
      // Turns off Yarn's own loader, so that it creates a node_modules folder. By default it loads packages from their archives.
      install: installBy(async (node) => [...(await yarn(node)), 'add'] as const),
      bin: async (node, _project, name) => [...(await yarn(node)), 'run', name],
      code: async (node, file) => [...(await yarn(node)), 'node', file],
    },
    {
      name: 'yarn (node_modules)',
      install: installBy(async (node) => [...(await yarn(node)), 'add'] as const, { YARN_NODE_LINKER: 'node-modules' }),
      ...linked,
    },
    { name: 'bun', install: installBy(async () => [await tool('bun'), 'add'] as const), ...linked },
  ];
}
