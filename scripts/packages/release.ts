/**
 * Publishes each package whose version is not on the registry yet: `npm run release [-- --dry-run]`, after everything was checked.
 * Prints `New tag: name@version` for each, which is what the release action makes tags from. Exit 1 when one could not be published.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const staged = resolve(import.meta.dirname, '../../build/packages');

const helpText = `Publishes each package whose version is not on the registry yet.

Usage: npm run release [-- --dry-run]

  --dry-run  pack everything and publish nothing
`;

try {
  const { values } = parseArgs({
    options: { 'dry-run': { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    process.stdout.write(helpText);
    process.exit();
  }
  run(process.execPath, [join(import.meta.dirname, 'pack.ts')]);
  for (const file of globSync('*/package.json', { cwd: staged })) {
    const { name, version } = JSON.parse(readFileSync(join(staged, file), 'utf8')) as { name: string; version: string };
    if (isPublished(`${name}@${version}`)) continue;
    // Provenance comes from the workflow that runs this; a trial has none.
    const how = values['dry-run'] ? ['--dry-run', '--provenance=false'] : [];
    run('npm', ['publish', join(staged, file, '..'), ...how]);
    console.log(`New tag: ${name}@${version}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS') ? 2 : 1;
}

function isPublished(spec: string): boolean {
  return spawnSync('npm', ['view', spec, 'version'], { encoding: 'utf8' }).stdout.trim() !== '';
}

/** @throws Error when the command does not exit with 0 */
function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} failed.`);
}
