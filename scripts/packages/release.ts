/**
 * Publishes each package whose version is not on the registry yet, then tags the commit that all packages come from: `npm
 * run release [-- --packed FOLDER] [--dry-run]`. Skips what an earlier run has already done, so that a failed run can
 * simply be repeated. Exit 1 when something failed, with the reason; 2 when the command was called wrongly.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { currentVersion, publishedRooms, shortNameOf } from './published-rooms.ts';
import { runScript } from './run-script.ts';

const root = resolve(import.meta.dirname, '../..');

const helpText = `Publishes each package whose version is not on the registry yet, and tags the commit that they were made from.

Usage: npm run release [-- --packed FOLDER] [--dry-run]

  --packed FOLDER  the folders that \`npm run pack\` wrote; without it they are packed first
  --dry-run        publish and tag nothing
`;

interface Packed {
  folder: string;
  name: string;
  version: string;
  gitHead?: string;
}

/** The environment for npm. Sets the log level, because that of `npm run` may be quiet, and a failed publish must say why. */
const environment = { ...process.env, npm_config_loglevel: 'notice' };

const options = { packed: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } } as const;
runScript(helpText, options, (values) => release(values.packed, values['dry-run']));

function release(given: string | undefined, isTrial: boolean): void {
  const version = currentVersion();
  if (version === '0.0.0' && !isTrial) throw new Error('0.0.0 is not a release: raise it with `npm run version`.');
  const folder = given === undefined ? join(root, 'build/packages') : resolve(given);
  if (given === undefined) run(process.execPath, [join(import.meta.dirname, 'pack.ts')]);
  const packages = publishedRooms.map((room) => readPacked(join(folder, shortNameOf(room)), version));
  const commits = packages.map((one) => {
    const spec = `${one.name}@${version}`;
    const there = findPublished(spec);
    if (there) console.log(`${spec} is already published.`);
    else {
      publish(one, isTrial);
      console.log(isTrial ? `${spec} would be published.` : `${spec} is published.`);
    }
    return (there ?? one).gitHead;
  });
  if (!isTrial) tag(`v${version}`, commits);
}

function readPacked(folder: string, version: string): Packed {
  if (globSync('package.json', { cwd: folder }).length === 0)
    throw new Error(`There is no package in ${folder}: run \`npm run pack\`.`);
  const packed = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Omit<Packed, 'folder'>;
  if (packed.version === version) return { ...packed, folder };
  throw new Error(`${folder} contains ${packed.version}, but this commit is ${version}: run \`npm run pack\` again.`);
}

function publish({ folder }: Packed, isTrial: boolean): void {
  // Only a CI workflow can prove where a package comes from. Elsewhere npm would refuse to publish with provenance.
  const provenance = process.env.ACTIONS_ID_TOKEN_REQUEST_URL && !isTrial ? [] : ['--provenance=false'];
  run('npm', ['publish', folder, ...provenance, ...(isTrial ? ['--dry-run'] : [])]);
}

/** Looks up a published version; undefined if there is none. @throws Error when the registry does not say whether there is one */
function findPublished(spec: string): { gitHead?: string } | undefined {
  const args = ['view', spec, 'version', 'gitHead', '--json', '--prefer-online'];
  const { status, stdout, stderr } = spawnSync('npm', args, { env: environment, encoding: 'utf8' });
  if (status === 0 && stdout.trim() === '') return undefined;
  if (status === 0) return JSON.parse(stdout) as { gitHead?: string };
  if (`${stdout}${stderr}`.includes('E404')) return undefined;
  throw new Error(`The registry could not be asked for ${spec}:\n${stderr.trim()}`);
}

/** Pushes a tag for the commit that all packages come from. An earlier run may have published some without a tag. */
function tag(name: string, from: readonly (string | undefined)[]): void {
  const commits = [...new Set(from)];
  const [commit] = commits;
  if (commits.length !== 1 || !commit) {
    throw new Error(`The packages come from more than one commit, or from none (${commits.join(', ')}): raise the version.`);
  }
  const [there] = ask('git', ['ls-remote', '--tags', 'origin', `refs/tags/${name}`]).split('\t');
  if (there && there !== commit) {
    throw new Error(
      `The tag ${name} is at ${there}, but the packages come from ${commit}. A tag is never moved: raise the version.`,
    );
  }
  if (!there) run('git', ['push', 'origin', `${commit}:refs/tags/${name}`]);
  console.log(there ? `The tag ${name} already exists.` : `The tag ${name} is pushed.`);
}

function ask(command: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, env: environment, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} failed:\n${stderr.trim()}`);
  return stdout.trim();
}

/** @throws Error when the command does not exit with 0; the command's output is shown */
function run(command: string, args: string[]): void {
  const { status, error } = spawnSync(command, args, { cwd: root, env: environment, stdio: 'inherit' });
  if (status !== 0)
    throw new Error(`${[command, ...args].join(' ')} failed${error ? `: ${error.message}` : '; the lines above say why'}.`);
}
