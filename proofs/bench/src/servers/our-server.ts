import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SubjectPlan } from './subject.ts';

const program = join(import.meta.dirname, '../../../../packages/server/bin/server.ts');
/** The same arguments as in `npm start` and the image. */
const script = ['--min-semi-space-size=16', program, '--json'];

/** The highest configurable rate limit: the server still counts requests, but refuses none. */
const highest = '1000000';

const live = {
  SERVER_MODE: 'live',
  PUBLIC_BASE_URL: 'https://pay.example',
  CALLBACK_KEY: randomBytes(32).toString('base64'),
  // Never called, because nobody pays in the measurements.
  RECEIPT_VERIFIER_URL: 'https://receipts.example',
  RATE_CREATE: highest,
  RATE_FETCH: highest,
};

/** This project's server as in production: for real money, with rate limits. */
export const ours: SubjectPlan = { name: 'this server', script, env: live, prepare: makeToken };

/** This project's server as a sandbox, which records every request for its console. */
export const ourSandbox: SubjectPlan = { name: 'this server, sandbox', script };

/** Makes a plan of our server with additional environment variables. */
export function oursWith(env: Readonly<Record<string, string>>): SubjectPlan {
  return { ...ours, env: { ...live, ...env } };
}

async function makeToken(env: NodeJS.ProcessEnv): Promise<{ token: string }> {
  const { account } = await administer(env, ['account', 'create', '--live']);
  const { token } = await administer(env, ['token', 'mint', account ?? '']);
  return { token: token ?? '' };
}

async function administer(env: NodeJS.ProcessEnv, words: readonly string[]): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'admin', ...words, '--json'], { env });
  return Object.assign(
    {},
    ...stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
}
