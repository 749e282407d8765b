import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { DifferentReceipt, PaymentRequest } from '../../src/adapter/adapter.ts';
import type { PayRequest, RunningServer } from '../../src/engine/running-server.ts';
import { close, listen, readBytes, type StartOptions } from '../serve-requests.ts';
import { deliver, tell } from './callbacks.ts';
import { readFacts } from './facts.ts';
import { judgeRequest } from './judge-request.ts';
import type { Account, Memory, Receipt, Token } from './memory.ts';
import { editFields, type Message, type Reply } from './message.ts';
import { carryOut } from './operations.ts';
import { Problem } from './problem.ts';
import { type FullSteps, full } from './steps.ts';

/** The steps to replace. For the lifecycle and for callbacks, single steps can be given. */
export type FullChanges = Partial<Omit<FullSteps, 'lifecycle' | 'callbacks'>> & {
  lifecycle?: Partial<FullSteps['lifecycle']>;
  callbacks?: Partial<FullSteps['callbacks']>;
};

/**
 * Starts the full server, in memory, with some steps replaced. It has every feature of the contract. It shares no code with the
 * suite or the reference server, because the suite might not find a mistake in shared code.
 */
export async function startFullServer(replaced: FullChanges = {}, options?: StartOptions): Promise<RunningServer> {
  const steps: FullSteps = {
    ...full,
    ...replaced,
    lifecycle: { ...full.lifecycle, ...replaced.lifecycle },
    callbacks: { ...full.callbacks, ...replaced.callbacks },
  };
  const facts = readFacts(options?.contract, options?.edit);
  const server = createServer();
  let ahead = 0;
  const memory: Memory = {
    baseUrl: await listen(server, options),
    facts,
    now: () => Date.now() + ahead,
    tokens: new Map(),
    invoices: new Map(),
    receipts: new Map(),
    used: new Map(),
    made: new Map(),
    keys: new Map(),
    limited: false,
    counted: new Map(),
    down: new Set(),
    deliveries: [],
  };
  const [merchant, other, live] = ['merchant', 'other-merchant', 'live-merchant'].map(
    (name): Account => ({ name, secrets: [randomBytes(32)] }),
  ) as [Account, Account, Account];
  const issue = (account: Account, scopes = facts.scopes, revoked = false, scheme?: string): string => {
    const token = `tok_${randomBytes(18).toString('hex')}`;
    memory.tokens.set(token, { account, scopes: [...scopes], revoked, ...(scheme !== undefined && { scheme }) });
    return token;
  };
  const ownerOf = ({ token }: { token: string }): Account => memory.tokens.get(token)?.account ?? merchant;
  const secretOf = (account: Account): string => `whsec_${account.secrets[0]?.toString('base64')}`;
  server.on('request', (request, response) => {
    serve(steps, memory, request, response).catch(() => response.destroy());
  });
  const pay = async ({ invoice, amount, outcome }: PayRequest): Promise<string> => {
    const text = `receipt-${randomUUID()}`;
    const note = memory.invoices.get(String(invoice.id))?.shown.note ?? '';
    memory.receipts.set(text, { receiptId: `rcp_${randomUUID()}`, note, cents: Math.round(amount * 100), outcome });
    return text;
  };
  const payOtherwise = async (asked: PaymentRequest): Promise<string | DifferentReceipt> => {
    const { differs } = asked;
    const text = await pay(asked);
    if (differs === undefined) return text;
    const receipt = memory.receipts.get(text) as Receipt;
    if ('currency' in differs) receipt.currency = differs.currency;
    if ('cashTag' in differs) receipt.cashTag = differs.cashTag;
    if ('paidAt' in differs) receipt.paidAt = Date.parse(differs.paidAt);
    if ('amount' in differs) receipt.cents = differs.amount;
    if ('signedAgain' in differs)
      memory.receipts.set(text, { ...(memory.receipts.get(differs.signedAgain) ?? receipt), first: differs.signedAgain });
    return { receipt: text, differs: Object.keys(differs)[0] ?? '' };
  };
  return {
    baseUrl: memory.baseUrl,
    token: issue(merchant),
    otherToken: issue(other),
    headers: Object.entries(Object.assign({}, ...facts.operations.map(({ keysBeside }) => keysBeside))).map(([scheme, name]) => [
      String(name),
      issue(merchant, facts.scopes, false, scheme),
    ]),
    pay,
    callbackSecret: secretOf(merchant),
    adapter: {
      pay: payOtherwise,
      async advanceTime(seconds: number) {
        ahead += seconds * 1000;
        for (const invoice of memory.invoices.values())
          if (steps.lifecycle.expire(invoice, memory.now())) tell(steps.callbacks, invoice, memory);
        // Does not wait for the attempts, because they may take much longer than a caller who only moves the clock expects.
        void deliver(steps.callbacks, memory);
      },
      mintToken: async ({ scopes, revoked, live: ofLive, scheme }, deployment) =>
        issue(ofLive ? live : ownerOf(deployment), scopes ?? facts.scopes, revoked, scheme),
      async revokeToken(token) {
        Object.assign(memory.tokens.get(token) as Token, { revoked: true });
      },
      async narrowToken(token, scopes) {
        Object.assign(memory.tokens.get(token) as Token, { scopes: [...scopes] });
      },
      async restart() {
        steps.restart(memory);
      },
      async mintExpiringToken(seconds, deployment) {
        const token = issue(ownerOf(deployment));
        Object.assign(memory.tokens.get(token) as object, { endsAt: memory.now() + seconds * 1000 });
        return token;
      },
      async limitRates(on) {
        memory.limited = on;
        memory.counted.clear();
      },
      async outage(part, on) {
        if (on) memory.down.add(part);
        else memory.down.delete(part);
      },
      async rotateSecret(deployment) {
        const account = ownerOf(deployment);
        account.secrets.unshift(randomBytes(32));
        account.rotatedAt = [memory.now(), ...(account.rotatedAt ?? [])];
        return secretOf(account);
      },
      nameInside: async (url) => url.replace('127.0.0.1', 'inside.example'),
    },
    close: () => close(server),
  };
}

async function serve(steps: FullSteps, memory: Memory, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const message = await read(request);
  if (message.path.startsWith('/problems/')) return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>');
  await steps.request(message, memory);
  const requestId = `req_${randomUUID()}`;
  const told: Record<string, string> = {};
  let reply: Reply;
  try {
    const accepted = judgeRequest(message, memory, told);
    const { shown, headers } = carryOut(steps, accepted, message, memory);
    reply = {
      status: accepted.operation.status,
      headers: { 'Content-Type': 'application/json', ...accepted.operation.headers, ...headers },
      body: shown,
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const status = error.status(memory.facts);
    const added = memory.facts.refusalHeaders[status];
    const headers = { 'Content-Type': 'application/problem+json', ...added, ...error.headers };
    reply = { status, headers, body: error.body(memory, message.path, requestId) };
  }
  Object.assign(reply.headers, told, { 'X-Request-Id': requestId, 'Cache-Control': 'no-store' });
  await steps.reply(reply, message, memory);
  response.writeHead(reply.status, reply.headers);
  response.end(typeof reply.body === 'string' || Buffer.isBuffer(reply.body) ? reply.body : JSON.stringify(reply.body));
}

async function read(request: IncomingMessage): Promise<Message> {
  const bytes = await readBytes(request);
  const text = bytes.toString('utf8');
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const headers: Message['headers'] = [];
  for (let at = 0; at < request.rawHeaders.length; at += 2)
    headers.push([String(request.rawHeaders[at]).toLowerCase(), String(request.rawHeaders[at + 1])]);
  return {
    method: request.method ?? '',
    path,
    query,
    headers,
    text: Buffer.from(text).equals(bytes) ? text : undefined,
    bytes: bytes.length,
    isCut: () => request.socket.destroyed,
  };
}

/** The public host name of the callback receiver. Requests to it go to the suite's port on this machine. */
const receiver = 'callbacks.example';

/** Starts the full server as a live deployment, which, unlike a sandbox, refuses URLs with plain http or a loopback address. */
export async function startClosedServer(replaced: FullChanges, options?: StartOptions): Promise<RunningServer> {
  let port = 0;
  const running = await startFullServer(
    {
      ...replaced,
      async request(message, memory) {
        await replaced.request?.(message, memory);
        if (!/"(callback|return)Url"/.test(message.text ?? '')) return;
        editFields(message, (fields) => {
          // Makes the full server refuse URLs that only a sandbox may accept: replaces them with one that every server refuses.
          for (const name of ['callbackUrl', 'returnUrl'])
            if (typeof fields[name] === 'string' && isForSandboxes(fields[name])) fields[name] = 'ftp://sandbox.example/';
        });
      },
      callbacks: {
        mayCall(url) {
          if (url.hostname !== receiver) return false;
          url.href = `http://127.0.0.1:${port}${url.pathname}${url.search}`;
          return true;
        },
        ...replaced.callbacks,
      },
    },
    options,
  );
  return {
    ...running,
    noSandbox: {
      callbackUrl: `https://${receiver}`,
      leadTo(listening) {
        port = listening;
      },
    },
    adapter: { ...running.adapter, nameInside: async (url) => url.replace(receiver, 'inside.example') },
  };
}

function isForSandboxes(text: string): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  return url.protocol === 'http:' || /^127\.|(^|\.)localhost\.?$|^\[::1\]$|^\[::ffff:7f/.test(url.hostname);
}
