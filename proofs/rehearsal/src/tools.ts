import { existsSync, globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { checkout, must, type Stage } from './stage.ts';

/** A folder that is kept between rehearsals, because the tools take 600 MB. */
const kept = join(checkout, 'build/runtime-binaries');

/**
 * npm packages of our tools, and the file that is used of each. They are not dependencies, because nothing else needs
 * them.
 */
const tools = {
  'npm 9': { package: 'npm@9.6.4', file: 'bin/npm-cli.js', part: 'package' },
  'npm 11': { package: 'npm@11.21.2', file: 'bin/npm-cli.js', part: 'package' },
  pnpm: { package: '@pnpm/exe.linux-x64@12.21.0', file: 'pnpm', part: 'package' },
  yarn: { package: '@yarnpkg/cli-dist@4.18.1', file: 'bin/yarn.js', part: 'package' },
  bun: { package: '@oven/bun-linux-x64@1.4.4', file: 'bin/bun', part: 'package/bin/bun' },
} as const;
export type ToolName = keyof typeof tools;

/** Returns the path of a tool, and downloads the tool the first time. */
export function findTool(stage: Stage, name: ToolName): Promise<string> {
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
    // verdaccio depends on a tag of node-fetch that not every registry has. 2.7.0 is the last version with that tag.
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

/** Returns the kept folder of this name. If it does not exist yet, `fill` fills it, completely or not at all. */
async function keep(name: string, fill: (half: string) => Promise<void>): Promise<string> {
  const folder = join(kept, name);
  if (existsSync(folder)) return folder;
  const half = `${folder}.${process.pid}.part`;
  mkdirSync(half, { recursive: true });
  try {
    await fill(half);
    renameSync(half, folder);
  } catch (error) {
    // Another rehearsal was faster, so its folder is used.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return folder;
}
