#!/usr/bin/env node
import { runTool } from '../../tools/run-tool.ts';

const help = `Installs the packed client with npm in an empty folder and tests it there: with strict TypeScript under each module resolution,
with Jest in CommonJS, with import and require in Node.js 20.0, 20.18, 22 and 24, in Deno, in Bun, and as a browser bundle in
workerd. The first run downloads the runtimes, about 500 MB.

Usage: npm run prove -- client-install

Exit code 0: everything works. 1: something does not. 2: an option is wrong.
`;

await runTool(help, {}, async () => {
  process.stderr.write('Packing the client, and installing it with npm …\n');
  // Imported only here, so that help and messages about wrong options need not wait for the tools of the trial.
  const { tryInstall } = await import('../try-install.ts');
  await tryInstall(({ name, problem }) => {
    process.stdout.write(`${problem === undefined ? 'works' : 'FAILS'}  ${name}\n${problem === undefined ? '' : `${problem}\n`}`);
    if (problem !== undefined) process.exitCode = 1;
  });
});
