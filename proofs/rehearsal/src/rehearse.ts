import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describePackages, writeBillOfMaterials } from './describe-packages.ts';
import { followReadmes } from './follow-readmes.ts';
import { demand } from './journal.ts';
import { scope } from './packages.ts';
import { changeClient, prepareRelease, publish } from './rehearse-publishing.ts';
import { makeFolder, must, type Stage } from './stage.ts';
import { registerPublisher, startRegistry } from './start-registry.ts';
import { cloneRepository, commitAll } from './throwaway-repository.ts';
import { tryImages } from './try-images.ts';
import { startFirst, tryTable } from './try-table.ts';
import { writeSettings } from './write-settings.ts';

/** Rehearses a release from the commit that is checked out. Writes the bill of materials to the given file. */
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
