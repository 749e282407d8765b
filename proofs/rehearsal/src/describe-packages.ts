import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { demand } from './journal.ts';
import { type ShortName, scope, shortNames } from './packages.ts';
import { makeFolder, must, type Stage } from './stage.ts';
import { type Registry, writeSettings } from './start-registry.ts';

/** Reports what a user sees of each package before and after installing it with npm. */
export async function describePackages(stage: Stage, registry: Registry): Promise<void> {
  for (const name of shortNames) {
    const { 'dist-tags': tags, versions } = await registry.describe(`${scope}/${name}`);
    const { bin = {}, engines, dist } = versions[tags.latest ?? ''] ?? { dist: { tarball: '' } };
    const { byteLength } = await (await fetch(dist.tarball)).arrayBuffer();
    const { megabytes, brought } = await install(stage, registry, name);
    const commands = Object.keys(bin).join(', ') || 'no command';
    stage.journal.tell(
      `${scope}/${name} ${tags.latest}  ${Math.round(byteLength / 1000)} kB to fetch; installed ${megabytes.toFixed(1)} MB in ${brought} ${brought === 1 ? 'package' : 'packages'}; Node.js ${engines?.node}; ${commands}`,
    );
    await stage.journal.check(`${name} puts no command on the PATH that is not plainly ours`, () =>
      demand(
        Object.keys(bin).every((command) => command.startsWith('payment-invoice-')),
        commands,
      ),
    );
  }
}

export async function writeBillOfMaterials(stage: Stage, registry: Registry, project: string, file: string): Promise<void> {
  await stage.journal.check('the bill of materials of an installation names all of ours', async () => {
    const said = await must(stage, ['npm', 'sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx'], { cwd: project });
    const text = said.replaceAll(registry.url, 'https://registry.npmjs.org');
    const { components } = JSON.parse(text) as { components: { group?: string; name: string }[] };
    const names = components.map(({ group, name }) => (group ? `${group}/${name}` : name));
    const missing = shortNames.filter((name) => !names.includes(`${scope}/${name}`));
    demand(missing.length === 0, `Of ${names.length} components it lacks ${missing.join(', ')}.`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  });
}

/** Creates a project for a reader of the package's page, and installs the package there. */
async function install(stage: Stage, registry: Registry, name: ShortName): Promise<{ megabytes: number; brought: number }> {
  const folder = readerFolder(stage, name);
  writeFileSync(join(folder, 'package.json'), '{ "name": "reader", "private": true, "type": "module" }\n');
  writeSettings(folder, registry.url);
  await must(stage, ['npm', 'install', `${scope}/${name}`], { cwd: folder });
  const modules = join(folder, 'node_modules');
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as { packages: object };
  return { megabytes: weigh(modules) / 1e6, brought: Object.keys(packages).length };
}

/** Returns the folder of the project that installs this package. */
export function readerFolder(stage: Stage, name: ShortName): string {
  return makeFolder(stage, `reader-${name}`);
}

/** Adds up the sizes of all files in a folder and below, in bytes. */
export function weigh(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => join(folder, entry.name))
    .reduce((sum, path) => sum + (lstatSync(path).isDirectory() ? weigh(path) : lstatSync(path).size), 0);
}
