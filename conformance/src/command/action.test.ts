/** Runs the action's step as a GitHub runner does, with a fake npx that prints its arguments. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, expect, test } from 'vitest';

interface Action {
  runs: { steps: { uses?: string; if?: string; run?: string }[] };
}

const home = join(import.meta.dirname, '../../action');
const action = load(readFileSync(join(home, 'action.yml'), 'utf8')) as Action;
const script = action.runs.steps.find(({ run }) => run !== undefined)?.run ?? '';
const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-action-'));
const suite = `#!/bin/sh
printf "<%s>\\n" "$@"
mkdir -p conformance-report && echo {} > conformance-report/report.json
exit 1
`;
writeFileSync(join(folder, 'npx'), suite, { mode: 0o755 });
afterAll(() => rmSync(folder, { recursive: true }));

function runStep(
  given: string,
  version = '1.0.0',
  environment: Record<string, string> = {},
): { exit: number | null; suite: string | undefined; options: string[]; errors: string } {
  const { PATH } = process.env;
  const env = {
    PATH: folder + delimiter + PATH,
    RUNNER_TEMP: folder,
    VERSION: version,
    ACTION: home,
    OTHER_TOKEN: '',
    START: '',
    TOKEN_COMMAND: '',
    HEADERS: '',
    BASE_URL: 'https://pay.example.com',
    ARGUMENTS: given,
    GITHUB_OUTPUT: join(folder, 'output'),
    ...environment,
  };
  for (const left of ['output', 'conformance-report']) rmSync(join(folder, left), { recursive: true, force: true });
  const step = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    env,
    cwd: folder,
    encoding: 'utf8',
  });
  const [, asked, , , ...options] = step.stdout.match(/(?<=^<).*(?=>$)/gm) ?? [];
  return { exit: step.status, suite: asked, options, errors: step.stderr };
}

test.each([
  ['nothing', '', []],
  ['quotes', `--profile full --pay './pay "$KEY"'`, ['--profile', 'full', '--pay', './pay "$KEY"']],
  ['several lines', '--profile full\n--strict\n', ['--profile', 'full', '--strict']],
  ['a tag', '--cash-tag $coffeeshop', ['--cash-tag', '$coffeeshop']],
  ['a value that is empty', "--cash-tag ''", ['--cash-tag', '']],
  ['a script', '--strict; echo $(id) `id`', ['--strict;', 'echo', '$(id)', '`id`']],
])('%s reaches the suite as it was written, and its exit code comes back', (_name, given, options) => {
  expect(runStep(given)).toEqual({ exit: 1, suite: '@payment-invoice/conformance@1.0.0', options, errors: '' });
});

test('a quote that is not closed is a wrong option', () => {
  expect(runStep("--pay './pay")).toMatchObject({ exit: 2, options: [] });
});

test('starts the deployment where it is told to, and not beside a base URL', () => {
  const start = `node server.js --name '$(id)'`;
  expect(runStep('--strict', '1.0.0', { START: start, BASE_URL: '' }).options).toEqual(['--start', start, '--strict']);
  expect(runStep('', '1.0.0', { START: start })).toMatchObject({ exit: 2, suite: undefined });
});

test('passes on a command for tokens, and each line of headers', () => {
  const given = { TOKEN_COMMAND: 'vault read "$KEY"', HEADERS: "X-Id: 1\n\nX-Secret: $(id) 'a'\n" };
  const expected = ['--token-command', given.TOKEN_COMMAND, '--header', 'X-Id: 1', '--header', "X-Secret: $(id) 'a'", '--strict'];
  expect(runStep('--strict', '1.0.0', given)).toMatchObject({ exit: 1, options: expected, errors: '' });
});

test('runs the suite of its own release unless another is named', () => {
  const { version } = JSON.parse(readFileSync(join(home, '../package.json'), 'utf8'));
  expect(runStep('', '').suite).toBe(`@payment-invoice/conformance@${version}`);
});

test('says that there is a report to attest, of failures too, and only then', () => {
  runStep('');
  expect(readFileSync(join(folder, 'output'), 'utf8')).toBe('is-reported=true\n');
  runStep("--pay './pay");
  expect(existsSync(join(folder, 'output'))).toBe(false);
  const attesting = action.runs.steps.find(({ uses }) => uses?.startsWith('actions/attest@'));
  expect(attesting?.if).toMatch(/inputs\.attest == 'true' && steps\.check\.outputs\.is-reported == 'true'/);
});
