import { parseArgs } from 'node:util';

const usage = `Usage: payment-invoice-conformance faulty-server <fault-or-variant-id> [--port N] [--contract FILE], or --list for the ids.
In a checkout: node conformance/bin/serve.ts …
Prints {"baseUrl","token"} once it is ready, on any free port unless told. With --contract, servers that have every feature
follow that contract: its limits, scopes and grammars, and the operations and states that it adds.`;

function stop(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}

function readArguments() {
  try {
    const options = {
      port: { type: 'string', default: '0' },
      contract: { type: 'string' },
      list: { type: 'boolean' },
      help: { type: 'boolean' },
    } as const;
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    return stop(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

async function list(): Promise<string> {
  const { faults, variants } = await loadServers();
  const width = Math.max(...[...faults, ...variants].map(({ id }) => id.length));
  const line = (id: string, title: string): string => `  ${id.padEnd(width)}  ${title}`;
  return [
    'Faults, by the file that declares them, and the requirement each breaks:',
    ...faults.flatMap(({ id, title, breaks, file }, at) => [
      ...(file === faults[at - 1]?.file ? [] : [file]),
      line(id, `${title} [${breaks}]`),
    ]),
    'Variants:',
    ...variants.map(({ id, title }) => line(id, title)),
  ].join('\n');
}

/** Loads all servers. They are imported only here, because `--help` and error messages for wrong options need none of them. */
async function loadServers() {
  const [{ faults }, { variants }] = await Promise.all([import('../faults/index.ts'), import('../variants/index.ts')]);
  return { faults, variants };
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments();
  if (values.help) return void process.stdout.write(`${usage}\n`);
  if (values.list) return void process.stdout.write(`${await list()}\n`);
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0) stop(`Give one id.\n${usage}`);
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535) stop(`--port takes a number from 0 to 65535, not "${values.port}".`);
  const { faults, variants } = await loadServers();
  const chosen = [...faults, ...variants].find((one) => one.id === id);
  if (chosen === undefined) stop(`No fault or variant has the id "${id}"; --list shows the ids.`);

  const subject = await chosen
    .start({ port, ...(values.contract !== undefined && { contract: values.contract }) })
    .catch((error: NodeJS.ErrnoException) => {
      if (error.syscall === 'open') stop(`--contract ${values.contract} cannot be read: ${error.message}.`);
      const cause = error.code === 'EADDRINUSE' ? 'the port is in use' : error.message;
      return stop(`Cannot listen on 127.0.0.1:${port}: ${cause}.`);
    });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void subject.close().then(() => process.exit(0)));
  }
  process.stdout.write(`${JSON.stringify({ baseUrl: subject.baseUrl, token: subject.token, pid: process.pid })}\n`);
}

await main();
