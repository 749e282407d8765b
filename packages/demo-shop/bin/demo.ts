#!/usr/bin/env node
const helpText = `A small shop on the sandbox: fill a basket, pay without money, come back.

Usage: npm run demo

Environment:
  PORT      port of the shop, 0 for any free one (3000); the sandbox picks a free one
  DATA_DIR  directory of the sandbox and its log (.data/demo)

SIGINT or SIGTERM stops the shop and the sandbox.
`;

const args = process.argv.slice(2);
const port = process.env.PORT?.trim() || '3000';
if (args.includes('--help') || args.includes('-h')) process.stdout.write(helpText);
else if (args.length > 0)
  refuse(`The demo takes no arguments, but was given ${JSON.stringify(args[0])}. Run with --help for the options.`, 2);
else if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
  refuse(
    `PORT is ${JSON.stringify(process.env.PORT)}, which is not a port: set it to a number from 0 to 65535 (0 picks any free one).`,
    2,
  );
} else await run();

async function run(): Promise<void> {
  // These modules load the whole server. They are imported only now, so that help and errors in settings appear without delay.
  const { onStopSignal, StartError } = await import('@payment-invoice/server');
  const { startDemo } = await import('./start-demo.ts');
  const tell = (line: string) => void process.stdout.write(`  ${line}\n`);
  const starting = startDemo({ port: Number(port), dataDir: process.env.DATA_DIR || '.data/demo', tell });
  const stop = async () => {
    const demo = await starting.catch(() => undefined);
    await demo?.close();
    if (demo) process.exit(0);
  };
  onStopSignal(stop);
  try {
    const { shopUrl, sandboxUrl } = await starting;
    process.stdout.write(`Demo shop

  Shop     ${shopUrl}
  Sandbox  ${sandboxUrl}/docs

Open the shop in a browser, order something and pay: no money moves. The shop's callbacks appear below. Ctrl+C stops both.

`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof StartError) refuse(error.message, 1);
    else if (code === 'EADDRINUSE')
      refuse(`The shop cannot listen on port ${port}: it is in use. Stop the other program, or set PORT to another one.`, 1);
    else if (code === 'EACCES')
      refuse(`The shop cannot listen on port ${port}: that needs more rights. Set PORT to 1024 or higher.`, 1);
    else throw error;
  }
}

function refuse(sentence: string, exitCode: number): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = exitCode;
}
