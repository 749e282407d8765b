import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { Ended } from '@payment-invoice/browser/run-process';
import { run, type Stage } from './stage.ts';
import { findTool, type ToolName } from './tools.ts';

/** A package manager, used as in a user's project. */
export interface Manager {
  name: 'npm' | 'pnpm' | 'yarn' | 'yarn (node_modules)' | 'bun';
  /** Installs packages into the project. Package managers that are written for Node.js run on the given Node.js. */
  install(stage: Stage, project: string, node: string, specs: readonly string[]): Promise<Ended>;
  /** Returns the command that runs an executable of an installed package. */
  bin(node: string, project: string, name: string): Promise<readonly [string, ...string[]]>;
  /** Returns the command that runs a file of the project. */
  code(node: string, file: string): Promise<readonly [string, ...string[]]>;
}

/** Returns the package managers that our users have. */
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
  // Node.js 20.0 came with npm 9, and runs no newer npm.
  const npm = async (node: string) => [node, await tool(/-20\.\d\.\d\//.test(node) ? 'npm 9' : 'npm 11'), 'install'] as const;
  const yarn = (node: string) => tool('yarn').then((file) => [node, file] as const);
  return [
    { name: 'npm', install: installBy(npm), ...linked },
    { name: 'pnpm', install: installBy(async () => [await tool('pnpm'), 'add'] as const), ...linked },
    {
      name: 'yarn',
      // This is Yarn's default: no node_modules folder, because packages are loaded from its archives.
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
