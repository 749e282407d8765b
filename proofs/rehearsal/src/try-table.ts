import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tail } from '@payment-invoice/browser/run-process';
import { demand } from './journal.ts';
import { type ShortName, scope, shortNames } from './packages.ts';
import { makeFolder, type Stage } from './stage.ts';
import { writeSettings } from './start-registry.ts';
import { createManagers, findNode, type Manager } from './tools.ts';
import { type Project, type Subject, startSubject, trials, tryTooOld } from './try-packages.ts';

/**
 * The Node.js versions to try: the oldest that the packages support, the oldest that the server supports and the version before
 * that, and the two newest release lines.
 */
const nodes = [
  // Tries Yarn only with a node_modules folder. With Yarn's own loader, some imports never complete in the first versions of
  // Node.js 20, even imports of third-party packages.
  { version: '20.0.0', managers: ['npm', 'pnpm', 'yarn (node_modules)', 'bun'], runsServer: false },
  { version: '22.18.0', managers: ['npm'], runsServer: false },
  { version: '22.19.0', managers: ['npm', 'pnpm', 'yarn', 'bun'], runsServer: true },
  { version: '24.21.0', managers: ['npm'], runsServer: true },
  { version: '26.10.0', managers: ['npm', 'pnpm', 'yarn', 'bun'], runsServer: true },
];

/**
 * Installs all packages with npm, and starts their server. The packages in the other projects are tried with this server. The
 * caller must stop it with SIGTERM.
 */
export async function startFirst(stage: Stage, registryUrl: string) {
  const [npm] = createManagers(stage) as [Manager];
  const { project } = await install(stage, registryUrl, npm, process.execPath, 'first');
  return { ...(await startSubject(stage, project)), folder: project.folder };
}

/** Installs all packages with each package manager on each Node.js, tries them there, and prints a table of what works. */
export async function tryTable(stage: Stage, registryUrl: string, subject: Subject): Promise<void> {
  const { journal } = stage;
  const managers = createManagers(stage);
  const rows: string[][] = [['Node.js', 'manager', ...shortNames]];
  for (const { version, managers: wanted, runsServer } of nodes) {
    const node = await findNode(stage, version);
    for (const manager of managers.filter(({ name }) => wanted.includes(name))) {
      const row = [version, manager.name];
      rows.push(row);
      await journal.check(`${manager.name} on Node.js ${version}`, async () => {
        const { project, said } = await install(stage, registryUrl, manager, node, `${version}-${manager.name}`);
        const wrong: string[] =
          runsServer && /EBADENGINE|Unsupported engine/.test(said)
            ? [`install: it complains of the Node.js:\n${tail(said)}`]
            : [];
        for (const name of shortNames) row.push(await tryOne(stage, project, subject, name, runsServer, wrong));
        demand(wrong.length === 0, wrong.join('\n'));
      });
    }
  }
  journal.tell(layOut(rows));
}

async function tryOne(
  stage: Stage,
  project: Project,
  subject: Subject,
  name: ShortName,
  runsServer: boolean,
  wrong: string[],
): Promise<string> {
  const isTooOld = name === 'server' && !runsServer;
  try {
    await (isTooOld ? tryTooOld(stage, project) : trials[name](stage, project, subject));
    return isTooOld ? 'says 22.19' : 'works';
  } catch (error) {
    wrong.push(`${name}: ${(error as Error).message}`);
    return 'FAILS';
  }
}

async function install(
  stage: Stage,
  registryUrl: string,
  manager: Manager,
  node: string,
  name: string,
): Promise<{ project: Project; said: string }> {
  const folder = makeFolder(stage, `project-${name}`);
  writeFileSync(join(folder, 'package.json'), '{ "name": "outsider", "version": "1.0.0", "private": true }\n');
  // An empty lockfile marks the root of the project for Yarn, which would otherwise look for it in the parent folders.
  writeFileSync(join(folder, 'yarn.lock'), '');
  writeSettings(folder, registryUrl);
  const { exit, output } = await manager.install(
    stage,
    folder,
    node,
    shortNames.map((one) => `${scope}/${one}`),
  );
  demand(exit === 0, `${manager.name} ended with ${exit}:\n${tail(output)}`);
  demand(
    !existsSync(join(folder, 'node_modules/.bin/node')),
    "A package brings a Node.js, which takes the place of the project's own.",
  );
  return { project: { folder, node, manager }, said: output };
}

function layOut(rows: readonly string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd((widths[column] ?? 0) + 2))
        .join('')
        .trimEnd(),
    )
    .join('\n');
}
