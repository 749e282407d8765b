import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { pins } from './spawn-tied.ts';

const packages = ['fastify', 'koa', 'openapi-backend', 'better-sqlite3', 'pino', 'pg'];

/** Describes the machine and the versions used for the measurement. */
export function describeMachine(): object {
  return {
    machine: {
      cpu: cpus()[0]?.model,
      cores: cpus().length,
      memoryMiB: Math.round(totalmem() / 2 ** 20),
      kernel: release(),
      pinned: pins,
      // The system's load, which shows whether other programs may have slowed down the measurement.
      loadAverage: loadavg()[0],
    },
    versions: { node: process.version, ...Object.fromEntries(packages.map((name) => [name, versionOf(name)])) },
  };
}

/** Reads a package's version from its folder, because not every package exports its package.json. */
function versionOf(name: string): string {
  let directory = dirname(createRequire(import.meta.url).resolve(name));
  while (dirname(directory) !== directory) {
    try {
      const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
      if (manifest.name === name) return manifest.version;
    } catch {
      // Continues in the parent folder, because the package is not in this one.
    }
    directory = dirname(directory);
  }
  return 'unknown';
}
