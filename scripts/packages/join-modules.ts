import { cpSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';

// Paths in the bundle are relative to the repository, so that they do not depend on where it is.
const root = resolve(import.meta.dirname, '../..');

/**
 * Bundles the modules of a staged package, and the packages that they import, into a few files. Finding and loading hundreds of
 * modules would take most of a command's start-up time. Writes the licences of those packages beside the code.
 * @param promised the files that the package's manifest declares as entries
 * @param external the packages that a user's project brings
 * @param room the folder of the sources, in which the imported packages are installed
 */
export function joinModules(promised: readonly string[], external: string[], room: string, folder: string): void {
  const at = (file: string): string => join(folder, file);
  const entryPoints = promised.filter((file) => file.endsWith('.js')).map(at);
  const [format, outdir, outbase] = ['esm' as const, at('joined'), at('dist')];
  const { metafile } = buildSync({
    ...{ entryPoints, outdir, outbase, bundle: true, splitting: true, format, platform: 'node', target: 'node20' },
    ...{ external, nodePaths: [join(room, 'node_modules')], absWorkingDir: root, metafile: true },
  });
  for (const file of globSync('dist/**/*.js', { cwd: folder })) rmSync(at(file));
  cpSync(outdir, outbase, { recursive: true });
  rmSync(outdir, { recursive: true });
  const inputs = Object.keys(metafile.inputs);
  const packages = inputs.flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^./][^/]*/.exec(file) ?? []);
  const licenses = [...new Set(packages)].sort().map((path) => describeLicense(join(root, path)));
  writeFileSync(at('dist/LICENSES.txt'), licenses.join('\n\n'));
}

function describeLicense(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version}: ${license}`, ...texts].join('\n\n');
}
