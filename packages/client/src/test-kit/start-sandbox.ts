/** A running sandbox: the reference server in its own process, without real money. */
export interface Sandbox {
  baseUrl: string;
  token: string;
  /** The secret that signs callbacks. */
  callbackSecret: string;
  /** The folder of its database, which is deleted with the sandbox. */
  dataDir: string;
  /** Pays an invoice as a payer does, and returns the web receipt to submit. */
  pay(invoiceId: string, payment: { amount: number; outcome?: 'completed' | 'pending' | 'failed' | 'reversed' }): Promise<string>;
  /** Moves the sandbox's clock forward, for example until an invoice expires. */
  advanceTime(seconds: number): Promise<void>;
  /** Stops the sandbox and deletes its folder. */
  stop(): Promise<void>;
}

/** The settings of startSandbox. */
export interface SandboxOptions {
  /** The command that starts the server; `npx payment-invoice-server` of `@payment-invoice/server` when absent. */
  command?: readonly [string, ...string[]] | undefined;
  /** The folder in which the command runs; the current one when absent. */
  cwd?: string | undefined;
}

/**
 * Starts a sandbox on a free port with an empty database. Needs Node.js, and `@payment-invoice/server` beside this
 * package. Throws an Error with the server's output when it does not start.
 */
export async function startSandbox({ command, cwd }: SandboxOptions = {}): Promise<Sandbox> {
  const { spawn }: typeof import('node:child_process') = await load('child_process');
  const { mkdtempSync, rmSync }: typeof import('node:fs') = await load('fs');
  const { tmpdir }: typeof import('node:os') = await load('os');
  const { join }: typeof import('node:path') = await load('path');
  const [file, ...args] = command ?? ['npx', '--no-install', 'payment-invoice-server'];
  const dataDir = mkdtempSync(join(tmpdir(), 'payment-invoice-sandbox-'));
  const child = spawn(file, [...args, '--json'], {
    cwd,
    // Sets these variables explicitly, because the environment may have values for another server.
    env: { ...process.env, SERVER_MODE: 'sandbox', DATABASE_URL: '', PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  let complaint = '';
  // Reads the whole log, because the server would block when the pipe is full. Keeps only the beginning, for the error.
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = `${complaint}${text}`.slice(0, 2000);
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const started = await new Promise<string>((resolve, reject) => {
    let said = '';
    const fail = (why: string) =>
      reject(new Error(`The sandbox did not start (${[file, ...args].join(' ')}): ${why}${complaint}`));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('\n')) resolve(said);
    });
    child.on('error', ({ message }) => fail(`${message} `));
    ended.then(() => fail(''));
  }).catch((error: unknown) => {
    remove();
    throw error;
  });
  const { baseUrl, token, callbackSecret } = JSON.parse(started) as Record<'baseUrl' | 'token' | 'callbackSecret', string>;

  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${baseUrl}/sandbox/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`The sandbox responded ${response.status} to /sandbox/${path}: ${text}`);
    return JSON.parse(text || '{}');
  };
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    remove();
  };
  return {
    baseUrl,
    token,
    callbackSecret,
    dataDir,
    pay: async (invoiceId, { amount, outcome = 'completed' }) =>
      String((await post('payments', { invoiceId, amount, outcome })).webReceipt),
    advanceTime: async (seconds) => void (await post('clock', { advanceSeconds: seconds })),
    stop,
  };
}

/** Loads a module of Node.js only when it is needed, by a computed specifier, so that bundlers do not look for the module. */
function load(name: string) {
  const specifier = `node:${name}`;
  return import(/* @vite-ignore */ specifier);
}
