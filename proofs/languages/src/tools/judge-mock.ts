import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { load } from 'js-yaml';
import type { Place } from '../generators/generator.ts';
import { type Command, endGroup, toolEnvironment } from '../run/command.ts';
import { type Check, check, created, paths, send } from './tool.ts';

/** The time limit for a start, in seconds. It allows for a busy machine. */
const startSeconds = 120;

/** Starts a mock on a free port, and compares its responses with the contract. */
export async function judgeMock(place: Place, start: (port: number) => Command, signal: AbortSignal): Promise<Check[]> {
  const port = await findFreePort();
  const { argv, cwd, env } = start(port);
  const [program = '', ...args] = argv;
  const settings = {
    cwd,
    env: { ...process.env, ...toolEnvironment(place.cache), ...env },
    stdio: 'ignore',
    detached: true,
  } as const;
  const child = spawn(program, args, settings);
  const end = () => endGroup(child.pid);
  signal.addEventListener('abort', end);
  const base = `http://127.0.0.1:${port}`;
  const isValid = compileSchemas();
  const expectValid = async (path: string, body: unknown, headers: Record<string, string>, status: number, schema: string) => {
    const response = await send(base, path, body, headers);
    if (response.status !== status) throw new Error(`expected ${status}, got ${response.status} ${response.text.slice(0, 200)}`);
    const wrong = isValid(schema, response.json);
    if (wrong !== undefined) throw new Error(`${wrong}: ${response.text.slice(0, 200)}`);
  };
  const token = { authorization: 'Bearer any' };
  try {
    await waitFor(base, signal);
    return [
      await check('create', signal, () => expectValid(paths.create, created, token, 200, 'PaymentInvoice')),
      await check('submit', signal, () =>
        expectValid(paths.submit, { invoiceId: 'inv_1', webReceipt: 'r' }, token, 200, 'PaymentInvoice'),
      ),
      await check('fetch', signal, () => expectValid(paths.fetch, { invoiceId: 'inv_1' }, token, 200, 'PaymentInvoice')),
      await check('401 without a token', signal, () => expectValid(paths.create, created, {}, 401, 'Problem')),
      await check('422 for an amount that is text', signal, () =>
        expectValid(paths.create, { ...created, amount: '12.5' }, token, 422, 'Problem'),
      ),
    ];
  } catch (error) {
    signal.throwIfAborted();
    return [{ title: 'it starts', failure: (error as Error).message }];
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

async function waitFor(base: string, signal: AbortSignal): Promise<void> {
  const until = Date.now() + startSeconds * 1000;
  for (;;) {
    try {
      await fetch(base, { signal });
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (Date.now() > until) throw new Error(`nothing listens after ${startSeconds} s: ${(error as Error).message}`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function compileSchemas(): (schema: string, value: unknown) => string | undefined {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const file = fileURLToPath(import.meta.resolve('@payment-invoice/contract/openapi.yaml'));
  ajv.addSchema(load(readFileSync(file, 'utf8')) as object, 'contract');
  return (schema, value) => {
    const validate = ajv.compile({ $ref: `contract#/components/schemas/${schema}` });
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };
}
