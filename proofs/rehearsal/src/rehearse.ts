import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, tail } from '@payment-invoice/browser/run-process';
import { describePackages, writeBillOfMaterials } from './describe-packages.ts';
import { followReadmes } from './follow-readmes.ts';
import { demand } from './journal.ts';
import { roomOf, scope, shortNames } from './packages.ts';
import { checkout, makeFolder, must, run, type Stage } from './stage.ts';
import { type Registry, registerPublisher, startRegistry, writeSettings } from './start-registry.ts';
import { tryImages } from './try-images.ts';
import { startFirst, tryTable } from './try-table.ts';

/** Rehearses a release of the checked-out commit. Writes the bill of materials to the given file. */
export async function rehearse(stage: Stage, billOfMaterials: string): Promise<void> {
  const { journal } = stage;
  journal.begin('a registry in this process, and a fresh clone');
  const registry = await startRegistry(stage);
  try {
    writeSettings(stage.folder, registry.url);
    const repository = await cloneRepository(stage);
    await must(stage, ['sh', 'scripts/setup.sh'], { cwd: repository.folder, timeoutMs: 600_000 });

    journal.begin('the first version');
    const version = await prepareRelease(stage, repository);
    const token = await registerPublisher(registry);
    await publish(stage, repository, registry, token, version);

    journal.begin('what an outsider sees');
    await describePackages(stage, registry);
    const subject = await startFirst(stage, registry.url);
    await writeBillOfMaterials(stage, registry, subject.folder, billOfMaterials);

    journal.begin('the READMEs, as the registry shows them');
    await followReadmes(stage, registry, repository.folder, subject);

    journal.begin('the package managers on the oldest and the newest Node.js');
    await tryTable(stage, registry.url, subject);
    subject.running.signal('SIGTERM');
    await subject.running.ended;

    journal.begin('the images');
    await tryImages(stage, repository.folder);

    journal.begin('the next version');
    const upgraded = makeFolder(stage, 'upgrade');
    writeSettings(upgraded, registry.url);
    writeFileSync(join(upgraded, 'package.json'), '{ "name": "outsider", "private": true }\n');
    await must(stage, ['npm', 'install', `${scope}/client`], { cwd: upgraded });
    changeClient(repository);
    await commitAll(stage, repository, 'A change');
    const next = await prepareRelease(stage, repository);
    await journal.check(`${next} follows ${version}`, () => demand(next !== version, 'It is the same.'));
    await publish(stage, repository, registry, token, next);
    await journal.check(`who has ${version} gets ${next}`, async () => {
      await must(stage, ['npm', 'update'], { cwd: upgraded });
      const said = await must(stage, ['npm', 'ls', '--depth', '0'], { cwd: upgraded });
      demand(said.includes(`${scope}/client@${next}`), said);
    });
  } finally {
    registry.close();
  }
}

/**
 * Raises the version if there are release notes, as the workflow's pull request does, and packs the packages. Returns the
 * version to publish.
 */
async function prepareRelease(stage: Stage, repository: Repository): Promise<string> {
  const { journal } = stage;
  const before = await planRelease(stage, repository);
  if (before.next === 'propose') {
    const { exit, output } = await runScript(stage, repository, 'version');
    demand(exit === 0, `npm run version ended with ${exit}:\n${tail(output)}`);
    journal.tell(output.trim());
    await commitAll(stage, repository, 'Release');
  }
  const { version, next } = await planRelease(stage, repository);
  await journal.check(`after the pull request that raises the version, ${version} is to be published`, () =>
    demand(next === 'publish', `The plan says "${next}".`),
  );
  await journal.check('the changelogs name our published packages only', () => {
    for (const room of shortNames.map(roomOf)) {
      const text = readFileSync(join(repository.folder, room, 'CHANGELOG.md'), 'utf8');
      const named = [...text.matchAll(/@payment-invoice\/([a-z-]+)/g)].map(([, name = '']) => name);
      const unknown = named.filter((name) => !(shortNames as readonly string[]).includes(name));
      demand(unknown.length === 0, `${room}/CHANGELOG.md names ${unknown.join(', ')}, which nobody can install.`);
      demand(text.includes(`\n## ${version}\n`), `${room}/CHANGELOG.md does not tell of ${version}.`);
    }
  });
  await journal.check(`the guide of the action names v${version}`, () =>
    demand(
      readFileSync(join(repository.folder, 'conformance/README.md'), 'utf8').includes(`/conformance/action@v${version}\n`),
      'It names another tag.',
    ),
  );
  const packed = await runScript(stage, repository, 'pack');
  demand(packed.exit === 0, `npm run pack ended with ${packed.exit}:\n${tail(packed.output)}`);
  return version;
}

/** Runs the release script without permission, with permission, once more, and after the tag was lost. Checks the effects. */
async function publish(stage: Stage, repository: Repository, registry: Registry, token: string, version: string): Promise<void> {
  const { journal } = stage;
  const release = () => runScript(stage, repository, 'release', '--packed', 'build/packages');
  const commit = await headOf(stage, repository.folder);
  const allow = (token?: string) => writeSettings(stage.folder, registry.url, token);

  allow();
  await journal.check('without rights nothing is published, and the reason is told', async () => {
    const { exit, output } = await release();
    demand(exit === 1, `It ended with ${exit}.`);
    demand(/ENEEDAUTH|E401|E403/.test(output), `It said:\n${tail(output)}`);
  });
  allow(token);
  await journal.check(`${version} is published, each package after those that it needs, and the commit is tagged`, async () => {
    const { exit, output } = await release();
    demand(exit === 0, `It ended with ${exit}:\n${tail(output)}`);
    const order = [...output.matchAll(/@payment-invoice\/([a-z]+)@\S+ is published\./g)].map(([, name]) => name);
    demand(order.join() === shortNames.join(), `The order was ${order.join(', ')}.`);
    demand((await tagsOf(stage, repository))[`v${version}`] === commit, `v${version} is not at ${commit}.`);
  });
  await journal.check('a second run changes nothing, and succeeds', async () => {
    const { exit, output } = await release();
    demand(exit === 0 && !output.includes('is published.'), `It ended with ${exit}:\n${tail(output)}`);
  });
  await journal.check('a run that ended before its tag is repaired by a second one', async () => {
    await must(stage, ['git', 'update-ref', '-d', `refs/tags/v${version}`], { cwd: repository.remote });
    const { exit, output } = await release();
    demand(exit === 0 && (await tagsOf(stage, repository))[`v${version}`] === commit, `It ended with ${exit}:\n${tail(output)}`);
  });
  await journal.check('then there is nothing left to do', async () => {
    const { next } = await planRelease(stage, repository);
    demand(next === 'nothing', `The plan says "${next}".`);
  });
  await journal.check('the registry shows the same version of all, as the latest', async () => {
    for (const name of shortNames) {
      const { 'dist-tags': tags, versions } = await registry.describe(`${scope}/${name}`);
      demand(tags.latest === version, `${name}: the latest is ${tags.latest}.`);
      demand(versions[version]?.gitHead === commit, `${name}: it does not name its commit.`);
    }
  });
}

/** Makes a change to the client that its users would notice. */
function changeClient({ folder }: Repository): void {
  writeFileSync(
    join(folder, '.changeset/rehearsed-change.md'),
    "---\n'@payment-invoice/client': patch\n---\n\nA change that is only rehearsed.\n",
  );
}

/** The folder of a clone of the rehearsed commit, and the remote that receives its pushes. */
interface Repository {
  folder: string;
  remote: string;
}

/** Clones the committed files without the tags, so that nothing counts as released in the clone. */
async function cloneRepository(stage: Stage): Promise<Repository> {
  const [remote, folder] = [join(stage.folder, 'remote.git'), join(stage.folder, 'clone')];
  const at = { cwd: stage.folder };
  const { output } = await run(stage, ['git', 'status', '--porcelain'], { cwd: checkout });
  if (output.trim() !== '') stage.journal.tell('What is not committed is not rehearsed.');
  await must(stage, ['git', '-c', `safe.directory=${checkout}`, 'clone', '--quiet', '--bare', '--no-tags', checkout, remote], at);
  await must(stage, ['git', 'clone', '--quiet', remote, folder], at);
  await must(stage, ['git', 'config', 'user.name', 'Rehearsal'], { cwd: folder });
  await must(stage, ['git', 'config', 'user.email', 'rehearsal@example.com'], { cwd: folder });
  return { folder, remote };
}

/** Commits everything, pushes it, and returns the commit. */
async function commitAll(stage: Stage, { folder }: Repository, message: string): Promise<string> {
  const at = { cwd: folder };
  await must(stage, ['git', 'add', '--all'], at);
  await must(stage, ['git', 'commit', '--quiet', '-m', message], at);
  await must(stage, ['git', 'push', '--quiet', 'origin', 'HEAD'], at);
  return headOf(stage, folder);
}

async function headOf(stage: Stage, folder: string): Promise<string> {
  return (await must(stage, ['git', 'rev-parse', 'HEAD'], { cwd: folder })).trim();
}

/** Lists the remote's tags with their commits. */
async function tagsOf(stage: Stage, { remote }: Repository): Promise<Record<string, string>> {
  const said = await must(stage, ['git', 'for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/tags'], {
    cwd: remote,
  });
  return readPairs(said, ' ');
}

/** Runs an npm script of the repository, as the release workflow does. */
function runScript(stage: Stage, { folder }: Repository, name: string, ...args: string[]): Promise<Ended> {
  return run(stage, ['npm', 'run', name, '--', ...args], { cwd: folder, timeoutMs: 600_000 });
}

/** Returns what the release workflow would do next. */
async function planRelease(stage: Stage, { folder }: Repository): Promise<{ version: string; next: string }> {
  const said = await must(stage, ['node', 'scripts/packages/plan-release.ts'], { cwd: folder });
  const { version = '', next = '' } = readPairs(said, '=');
  return { version, next };
}

/** Parses lines that consist of a name, a separator and a value. */
function readPairs(text: string, between: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.includes(between));
  return Object.fromEntries(lines.map((line) => line.split(between) as [string, string]));
}
