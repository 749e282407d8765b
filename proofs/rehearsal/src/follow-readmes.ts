import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { tail } from '@payment-invoice/browser/run-process';
import { readerFolder } from './describe-packages.ts';
import { demand } from './journal.ts';
import { roomOf, scope, shortNames } from './packages.ts';
import { must, run, type Stage, start } from './stage.ts';
import type { Registry } from './start-registry.ts';
import type { Subject } from './try-packages.ts';

/** A code block for readers to paste, with its marker. */
interface Block {
  marker: string;
  language: string;
  code: string;
}

/** Checks each README as the registry shows it. Then runs its code blocks in the project where the package was installed. */
export async function followReadmes(stage: Stage, registry: Registry, clone: string, subject: Subject): Promise<void> {
  for (const name of shortNames) {
    const { readme = '' } = await registry.describe(`${scope}/${name}`);
    const folder = readerFolder(stage, name);
    await stage.journal.check(`the README of ${name} speaks to those who read it there`, () => {
      demand(readme.length > 500, 'The registry shows none.');
      const [words] = /npm run pack|workspace:\*|not on a registry/.exec(readme) ?? [];
      demand(words === undefined, `It says "${words}".`);
      const links = [...readme.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, to = '']) => to);
      // Checks links against the repository, because the registry's page resolves relative links there.
      const dead = links.filter((to) => !existsSync(join(clone, roomOf(name), to)));
      demand(dead.length === 0, `It links to ${dead.join(', ')}, which is not there.`);
    });
    // Reads the README in the repository, because the published one lacks the comments that mark which blocks to run.
    const blocks = readBlocks(readFileSync(join(clone, roomOf(name), 'README.md'), 'utf8'));
    await stage.journal.check(`each of the README's blocks of ${name} does what it says: ${blocks.length}`, async () => {
      demand(blocks.length > 0, 'It has none to try.');
      const lost = blocks.find(({ code }) => !readme.includes(code));
      demand(lost === undefined, `The registry does not show this one:\n${lost?.code}`);
      const more = neededBy(blocks.filter(({ language }) => language !== 'sh'));
      if (more.length > 0) await must(stage, ['npm', 'install', ...more], { cwd: folder });
      for (const [index, block] of blocks.entries()) await tryBlock(stage, folder, block, `block-${index}`, subject);
    });
    if (name === 'stubs') {
      await stage.journal.check('the project that init writes does what its README says', () =>
        followProject(stage, join(folder, 'my-server')),
      );
    }
  }
}

/** Reads the blocks that are marked as runnable, and always the block that installs the package. */
export function readBlocks(readme: string): Block[] {
  const blocks = readme.matchAll(/^<!-- (.+) -->\n+```(sh|js|ts)\n([\s\S]*?)^```$/gm);
  return [...blocks]
    .map(([, marker = '', language = '', code = '']) => ({
      marker: code.startsWith(`npm install ${scope}/`) ? 'run' : marker,
      language,
      code,
    }))
    .filter(({ marker }) => /^(run|starts a server)/.test(marker) && marker !== 'run after the first');
}

async function tryBlock(
  stage: Stage,
  folder: string,
  { marker, language, code }: Block,
  name: string,
  subject: Subject,
): Promise<void> {
  const env = {
    BASE_URL: subject.baseUrl,
    TOKEN: subject.token,
    CALLBACK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    // npx asks before it installs a package. This setting answers yes, as a reader would.
    npm_config_yes: 'true',
  };
  const file = `${name}.${language}`;
  if (language !== 'sh') writeFileSync(join(folder, file), code);
  const command = language === 'sh' ? (['sh', '-c', code] as const) : ([process.execPath, file] as const);
  if (marker === 'starts a server') {
    const running = start(stage, command, { cwd: folder, env });
    const [baseUrl] = await running.waitFor(/https?:\/\/[\w.:[\]-]+(?=[\s/"'])/);
    const { status } = await fetch(baseUrl);
    running.signal('SIGTERM');
    await running.ended;
    return demand(status < 500, `${code} starts a server that responds ${status}.`);
  }
  const { exit, output } = await run(stage, command, { cwd: folder, env });
  const expected = Number(/exit (\d+)/.exec(marker)?.[1] ?? 0);
  demand(exit === expected, `${code}ended with ${exit}:\n${tail(output)}`);
}

/** Lists the third-party packages that the code imports. */
function neededBy(blocks: readonly Block[]): string[] {
  const specifiers = blocks.flatMap(({ code }) =>
    [...code.matchAll(/from '([^'.][^']*)'/g)].map(([, specifier = '']) => specifier),
  );
  const names = specifiers.map((specifier) =>
    specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/'),
  );
  // The entry point `/opentelemetry` needs a peer dependency, which the client's README tells users to install.
  const peers = specifiers.flatMap((one) => (one.endsWith('/opentelemetry') ? ['@opentelemetry/api'] : []));
  const isForeign = (name: string) =>
    !name.startsWith('node:') && !builtinModules.includes(name) && !name.startsWith(`${scope}/`);
  return [...new Set([...names, ...peers])].filter(isForeign);
}

/** Installs and starts the project that `init` wrote, and runs the suite against it with the command from its README. */
async function followProject(stage: Stage, project: string): Promise<void> {
  await must(stage, ['npm', 'install'], { cwd: project });
  const env = { TOKEN: crypto.randomUUID(), PORT: '0', npm_config_yes: 'true' };
  const running = start(stage, ['npm', 'start'], { cwd: project, env });
  const [, address, port] = await running.waitFor(/Listening on http:\/\/([\d.]+):(\d+)/);
  const text = await must(stage, ['cat', 'README.md'], { cwd: project });
  const [, asked = ''] = /```sh\n(npx @payment-invoice\/conformance[^`]*--case[^`]*)```/.exec(text) ?? [];
  const { exit, output } = await run(stage, ['sh', '-c', asked.replaceAll('localhost:8080', `localhost:${port}`)], {
    cwd: project,
    env,
  });
  running.signal('SIGTERM');
  await running.ended;
  demand(address === '127.0.0.1', `It listens on ${address}, where more than this machine reaches it.`);
  demand(asked !== '' && exit === 0, `${asked}ended with ${exit}:\n${tail(output)}`);
}
