import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '../generators/generator.ts';
import { type Command, runCommand, toolEnvironment } from '../run/command.ts';
import type { Sandbox } from '../run/sandbox.ts';
import { type Check, created, paths, send } from './tool.ts';

/** A request and its response, for a validator to check. */
interface Exchange {
  name: string;
  isSound: boolean;
  path: string;
  body: string;
  headers: Record<string, string>;
  status: number;
  responseHeaders: Record<string, string>;
  responseBody: string;
}

/**
 * Lets a validator check exchanges with the sandbox, some of which contain a mistake on purpose. The validator's program reads
 * `exchanges.json`. The last line that it prints is JSON: for each exchange, null or what is wrong with the exchange.
 */
export async function judgeValidator(place: Place, command: Command, sandbox: Sandbox, signal: AbortSignal): Promise<Check[]> {
  const exchanges = await makeExchanges(sandbox);
  writeFileSync(join(place.folder, 'exchanges.json'), JSON.stringify(exchanges));
  const { argv, cwd } = command;
  const { code, output } = await runCommand({ argv, cwd, env: { ...toolEnvironment(place.cache), ...command.env } }, 300, signal);
  writeFileSync(join(place.folder, 'validate.log'), output);
  const line = output
    .trim()
    .split('\n')
    .findLast((one) => one.startsWith('{'));
  if (line === undefined) return [{ title: 'it reads the document', failure: `ended with ${code}: ${output.slice(-300)}` }];
  const found = JSON.parse(line) as Record<string, string | null>;
  return exchanges.map(({ name, isSound }) => {
    const wrong = found[name];
    if (isSound === (wrong === null)) return { title: name };
    return { title: name, failure: isSound ? `blamed: ${wrong}` : 'taken' };
  });
}

async function makeExchanges({ url, token, pay }: Sandbox): Promise<Exchange[]> {
  const authorization = { authorization: `Bearer ${token}` };
  const exchange = async (name: string, path: string, body: object, headers: Record<string, string> = authorization) => {
    const request = { 'content-type': 'application/json', ...headers };
    const { status, headers: responseHeaders, text } = await send(url, path, body, headers);
    return {
      name,
      isSound: true,
      path,
      body: JSON.stringify(body),
      headers: request,
      status,
      responseHeaders,
      responseBody: text,
    };
  };
  const create = await exchange('create', paths.create, created);
  const { id } = JSON.parse(create.responseBody) as { id: string };
  const all = {
    ...created,
    cashTag: 'Coffee2',
    isWhiteLabel: true,
    callbackUrl: 'https://shop.example/c',
    returnUrl: 'https://shop.example/?o=1',
  };
  const sound = [
    create,
    await exchange('create, every field', paths.create, all, { ...authorization, 'idempotency-key': crypto.randomUUID() }),
    await exchange('a fetch', paths.fetch, { invoiceId: id }),
    await exchange('a payment', paths.submit, { invoiceId: id, webReceipt: await pay(id, created.amount) }),
    await exchange('a refused receipt', paths.submit, { invoiceId: id, webReceipt: 'no receipt' }),
    await exchange('an unknown invoice', paths.fetch, { invoiceId: 'inv_00000000000000000000000000' }),
    await exchange('a wrong token', paths.create, created, { authorization: 'Bearer wrong' }),
  ];
  const badRequest = (name: string, change: object): Exchange => ({
    ...create,
    name,
    isSound: false,
    body: JSON.stringify({ ...created, ...change }),
  });
  const badResponse = (name: string, change: object): Exchange => ({
    ...create,
    name,
    isSound: false,
    responseBody: JSON.stringify({ ...(JSON.parse(create.responseBody) as object), ...change }),
  });
  return [
    ...sound,
    badRequest('no amount', { amount: undefined }),
    badRequest('an amount as text', { amount: '12.5' }),
    badRequest('an amount of nothing', { amount: 0 }),
    badRequest('an amount that is too large', { amount: 1_000_000 }),
    { ...badRequest('an amount with a huge exponent', {}), body: create.body.replace('12.5', '1e99999999999999999999') },
    badRequest('a tag with a space', { cashTag: '$coffee shop' }),
    badRequest('an unknown field', { amuont: 1 }),
    badResponse('an invoice without a status', { status: undefined }),
    badResponse('an invoice with an unknown status', { status: 'LOST' }),
    badResponse('an invoice whose amount is text', { amount: '12.5' }),
  ];
}
