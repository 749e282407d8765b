import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { weigh } from './describe-packages.ts';
import { demand } from './journal.ts';
import { must, run, type Stage, start } from './stage.ts';

/**
 * The folder in which the image's build packs the packages. The steps that run here use the clone's folder instead, where the
 * packages were packed by the same command.
 */
const packedAt = '/toolkit';

/**
 * Runs the Dockerfile steps that lay out the files of both images, in a folder instead of a container. Then runs the server
 * from that folder as the image does: with the image's entry point, as another user, and with write access only to its data.
 * Needs no container engine, because it leaves out what the base images contain. A workflow builds the real images.
 */
export async function tryImages(stage: Stage, clone: string): Promise<void> {
  const stages = readStages(readFileSync(join(clone, 'Dockerfile'), 'utf8'));
  const server = await layOut(stage, stages, 'server', clone);
  const suite = await layOut(stage, stages, 'conformance', clone);
  for (const [name, folder] of [
    ['server', server],
    ['conformance', suite],
  ] as const) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    stage.journal.tell(`the image of ${name}: ${(weigh(folder) / 1e6).toFixed(1)} MB in ${files.length} files above its base`);
    await stage.journal.check(`the image of ${name} holds no second Node.js, no test and no source`, () => {
      const foreign = files.filter((file) =>
        /(^|\/)bin\/node$|payment-invoice\/(?!stubs\/templates\/).*(\.test\.|(?<!\.d)\.ts$)/.test(file),
      );
      demand(foreign.length === 0, foreign.slice(0, 5).join(', '));
    });
  }
  await stage.journal.check(
    'the server runs as in its image: not as root, nothing writable but its data, healthy, documented',
    () => runServer(stage, stages, server),
  );
  await stage.journal.check('the suite runs as in its image', async () => {
    const [file = ''] = entryOf(stages, 'conformance');
    const { exit } = await run(stage, [process.execPath, join(suite, file), '--list'], { cwd: suite });
    demand(exit === 0, `It ended with ${exit}.`);
  });
}

/**
 * Runs the steps of one stage, after those of the stages that it copies from. Returns the folder that stands for the root of the
 * image.
 */
async function layOut(stage: Stage, stages: Map<string, Step[]>, name: string, clone: string): Promise<string> {
  const root = join(stage.folder, 'images', name);
  if (existsSync(root)) return root;
  mkdirSync(root, { recursive: true });
  let workdir = '/';
  for (const { word, rest } of stages.get(name) ?? []) {
    if (word === 'WORKDIR') workdir = rest;
    mkdirSync(join(root, workdir), { recursive: true });
    const [, from, source = '', target = ''] = /^(?:--from=(\S+) )?(?:--chown=\S+ )?(\S+) (\S+)$/.exec(rest) ?? [];
    if (word === 'COPY' && from) {
      const other = await layOut(stage, stages, from, clone);
      const place = join(root, target.startsWith('/') ? target : join(workdir, target));
      mkdirSync(dirname(place), { recursive: true });
      cpSync(join(other, source), place, { recursive: true, verbatimSymlinks: true });
    }
    const code = rest.replaceAll(packedAt, clone);
    // Runs only the steps that arrange files. Other steps, such as creating users, would change this machine instead of the
    // base image.
    if (word === 'RUN' && name.endsWith('-files')) await must(stage, ['sh', '-c', code], { cwd: join(root, workdir) });
  }
  return root;
}

async function runServer(stage: Stage, stages: Map<string, Step[]>, root: string): Promise<void> {
  const data = join(root, 'data');
  const user = process.getuid?.() === 0 ? 65532 : undefined;
  if (user !== undefined) await must(stage, ['chown', '-R', String(user), data], { cwd: root });
  await must(stage, ['chmod', '-R', 'a-w,a+rX', join(root, 'server')], { cwd: root });
  await must(stage, ['chmod', 'a+x', stage.folder, dirname(root)], { cwd: root });
  const settings = { cwd: join(root, 'server'), ...(user !== undefined && { user }) };
  const running = start(stage, [process.execPath, ...entryOf(stages, 'server'), '--json'], {
    ...settings,
    env: { PORT: '0', DATA_DIR: data },
  });
  const [line] = await running.waitFor(/^\{"baseUrl".*\}$/m);
  const { baseUrl, docsUrl } = JSON.parse(line) as { baseUrl: string; docsUrl: string };
  const [, script = ''] =
    /HEALTHCHECK .*"-e", "(.*)"\]/.exec((stages.get('server') ?? []).map(({ word, rest }) => `${word} ${rest}`).join('\n')) ?? [];
  const health = await run(stage, [process.execPath, '-e', script], { ...settings, env: { PORT: new URL(baseUrl).port } });
  const { status } = await fetch(docsUrl);
  running.signal('SIGTERM');
  const { exit } = await running.ended;
  await must(stage, ['chmod', '-R', 'u+w', join(root, 'server')], { cwd: root });
  demand(script !== '' && health.exit === 0, `It is not healthy: ${health.exit} ${health.output}`);
  demand(status === 200, `Its documentation is ${status}.`);
  demand(exit === 0, `SIGTERM ended it with ${exit}.`);
  demand(globSync('*.db', { cwd: data }).length > 0, 'Its data is somewhere else.');
}

/** Returns the arguments with which an image's entry point starts Node.js. Their paths are relative to the image's root. */
function entryOf(stages: Map<string, Step[]>, name: string): string[] {
  const entry = stages.get(name)?.find(({ word }) => word === 'ENTRYPOINT')?.rest ?? '[]';
  const [, ...args] = JSON.parse(entry) as string[];
  return args.map((word) => word.replace(/^\//, ''));
}

/** One instruction of a Dockerfile. */
interface Step {
  word: string;
  rest: string;
}

/** Splits a Dockerfile into its stages, keyed by name. Each stage begins with FROM. */
export function readStages(text: string): Map<string, Step[]> {
  const steps = text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => ({ word: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1).trim() }));
  const stages = new Map<string, Step[]>();
  for (const step of steps) {
    if (step.word === 'FROM') stages.set(/ AS (\S+)$/.exec(step.rest)?.[1] ?? String(stages.size), []);
    [...stages.values()].at(-1)?.push(step);
  }
  return stages;
}
