import { expect, test } from 'vitest';
import type { Contract } from '../../contract/contract.ts';
import { parseOptions } from '../options/parse-options.ts';
import { chooseListener } from './choose-listener.ts';
import { openDeployment } from './open-deployment.ts';

const environment = { TOKEN: 'mine', OTHER_TOKEN: 'elsewhere', CALLBACK_SECRET: 'whsec_ZWxzZXdoZXJl' };

/** Returns the token, the other token and the secret that a run uses if its server prints a JSON line with `printed` in it. */
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

test('a credential of another contract may have spaces inside, whoever gives it; a token of ours may not', async () => {
  const other = { plain: {}, operations: [{ plain: { demandsCredentials: true } }] } as unknown as Contract;
  const said = 'Token token=\\"a\\"';
  const announced = `echo '{"baseUrl":"http://127.0.0.1:1","token":"${said}"}'; exec cat`;
  const command = ['--base-url', 'http://127.0.0.1:1', '--token-command', `printf '%s' 'Token a b'`];
  const tokenOf = async (args: string[], contract?: Contract) => {
    const deployment = await openDeployment(parseOptions(args, {}), new AbortController().signal, contract);
    await deployment.stop();
    return deployment.token;
  };
  expect(await tokenOf(['--start', announced], other)).toBe('Token token="a"');
  expect(await tokenOf(command, other)).toBe('Token a b');
  await expect(tokenOf(command)).rejects.toThrow('did not return a token');
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
