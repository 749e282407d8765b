#!/usr/bin/env node
import { runTool } from '../../tools/run-tool.ts';

const help = `Installs the packed client with npm in an empty folder, and tries it there: TypeScript strict under each module resolution, Jest in
CommonJS, Node.js 20.0, 20.18, 22 and 24 by import and by require, Deno, Bun, and a browser bundle in workerd.
The first time it fetches the runtimes, some 500 MB.

Usage: npm run prove -- client-install

Exit 0 when all of it works, 1 when not, 2 for a wrong option.
`;

await runTool(help, {}, async () => {
  process.stderr.write('Packing the client, and installing it with npm …\n');
  // Imports this late, because it loads the tools for the trial.
  const { tryInstall } = await import('../try-install.ts');
  await tryInstall(({ name, problem }) => {
    process.stdout.write(`${problem === undefined ? 'works' : 'FAILS'}  ${name}\n${problem === undefined ? '' : `${problem}\n`}`);
    if (problem !== undefined) process.exitCode = 1;
  });
});
