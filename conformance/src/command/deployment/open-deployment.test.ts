import { expect, test } from 'vitest';
import { parseOptions } from '../options/parse-options.ts';
import { chooseListener } from './choose-listener.ts';
import { openDeployment } from './open-deployment.ts';

const environment = { TOKEN: 'mine', OTHER_TOKEN: 'elsewhere', CALLBACK_SECRET: 'whsec_ZWxzZXdoZXJl' };

/** Returns the other token and the secret for a run against a server that announces these fields. */
async function secretsOf(printed: object, ...args: string[]): Promise<(string | undefined)[]> {
  const line = JSON.stringify({ baseUrl: 'http://127.0.0.1:1', token: 'its-own', ...printed });
  const options = parseOptions(['--start', `echo '${line}'; exec cat`, ...args], environment);
  const deployment = await openDeployment(options, new AbortController().signal);
  const listener = await chooseListener(options, deployment);
  await deployment.stop();
  return [deployment.token, deployment.otherToken, listener?.secret];
}

const printed = { otherToken: 'its-other', callbackSecret: 'whsec_aXRzLW93bg==' };

test('secrets in the environment, which may be of another deployment, give way to those that a started server prints', async () => {
  expect(await secretsOf(printed)).toEqual(['its-own', 'its-other', 'whsec_aXRzLW93bg==']);
});

test('they hold where it prints none', async () => {
  expect(await secretsOf({})).toEqual(['its-own', 'elsewhere', 'whsec_ZWxzZXdoZXJl']);
});

test('those of the command line win', async () => {
  const said = ['--other-token', 'said', '--callback-secret', 'whsec_c2FpZA=='];
  expect(await secretsOf(printed, ...said)).toEqual(['its-own', 'said', 'whsec_c2FpZA==']);
});

test('a deployment that is named takes those of the environment', async () => {
  const options = parseOptions(['--base-url', 'http://127.0.0.1:1'], environment);
  const deployment = await openDeployment(options, new AbortController().signal);
  expect([deployment.token, deployment.otherToken]).toEqual(['mine', 'elsewhere']);
  expect((await chooseListener(options, deployment))?.secret).toBe('whsec_ZWxzZXdoZXJl');
});
