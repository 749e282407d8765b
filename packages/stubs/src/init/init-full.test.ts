/** Tests `init --full` as a new user does: the project compiles with strict types, and conforms with any framework. */
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile, init, linkPackages, makeFolder, repository, run } from '../../testing/new-project.ts';
import { frameworks } from './write-project.ts';

/** The cases that can depend on the adapter: cases about addresses, headers or bodies as they were sent. */
const ofAdapters = [
  ...['authentication/', 'unknown-path', 'create-payment/rate-limit', 'submit-receipt/rate-limit', 'fetch-payment/rate-limit'],
  ...['create-payment/body/', 'create-payment/media-type'],
];

/** The frameworks to test. They differ only in the adapter and one template, so one is enough unless `--in-full` is given. */
const tried = process.env.IN_FULL === '1' ? Object.keys(frameworks) : ['node-http'];

describe.each(tried)('%s', (framework) => {
  const { folder, remove } = makeFolder();
  const project = join(folder, 'my-server');
  beforeAll(async () => {
    expect(await init(folder, 'my-server', '--full', '--framework', framework)).toMatchObject({ code: 0 });
    linkPackages(project);
    symlinkSync(join(repository, 'packages/kit'), join(project, 'node_modules/@payment-invoice/kit'));
    symlinkSync(join(repository, 'conformance'), join(project, 'node_modules/@payment-invoice/conformance'));
  });
  afterAll(remove);

  test('the project compiles, and is a whole server in 250 lines', async () => {
    expect(await compile(project)).toEqual({ code: 0, output: '' });
    const read = (file: string) => readFileSync(join(project, 'src', file), 'utf8').split('\n');
    const lines = readdirSync(join(project, 'src')).flatMap(read);
    const code = lines.filter((line) => !/^\s*(\/\/.*|\/?\*.*|import .*)?$/.test(line));
    expect(code.length).toBeLessThanOrEqual(250);
  });

  // The storage does not depend on the framework, so the cases about it run with only one.
  const cases = framework === 'node-http' ? [] : ofAdapters;
  test(`the suite finds nothing in ${cases.length === 0 ? 'all of it' : 'what an adapter gives'}`, async () => {
    const { code, output } = await run(project, process.execPath, 'test/check.ts', ...cases);
    expect(output).toMatch(cases.length === 0 ? /conforms to core and every feature/ : /passes the \d+ cases/);
    expect(output).not.toMatch(/^(FAIL|WARN|ERROR|INCONCLUSIVE)/m);
    expect(code).toBe(0);
  });
});
