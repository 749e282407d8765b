import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askProgram, root, runProgram } from './run-program.ts';

/** The programs that `npm run generate` runs, each with the folder that it writes to. */
const generators = [
  ['openapi/bin/derive-for-generators.ts', 'openapi/generators'],
  ['packages/generated/bin/generate.ts', 'packages/generated/src'],
  ['openapi/bin/write-samples.ts', 'openapi/samples'],
] as const;

/** Generates everything from the contract, and returns the files that changed. @throws Error when the contract cannot be read */
export async function generateAgain(): Promise<string[]> {
  const changed = await Promise.all(
    generators.map(async ([program, folder]) => {
      const before = readFiles(folder);
      const { status, errors } = await runProgram(process.execPath, program);
      if (status !== 0) throw new Error(errors.trim());
      return [...readFiles(folder)].filter(([file, text]) => before.get(file) !== text).map(([file]) => file);
    }),
  );
  // Runs these programs last, because they use the generators' output, and one by one, because two write the same README.
  const pages = [
    await askProgram<string[]>('packages/kit/bin/write-server-page.ts'),
    await askProgram<string[]>('packages/server/bin/write-settings.ts'),
    await askProgram<string[]>('openapi/bin/write-numbers.ts', ...prose),
  ];
  return [...changed.flat(), ...pages.flat()];
}

function readFiles(folder: string): Map<string, string> {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(json|ts|sh|py)$/.test(file),
  );
  return new Map(files.sort().map((file) => [`${folder}/${file}`, readFileSync(join(root, folder, file), 'utf8')]));
}

/** Folders with programs that contain paths or scopes of the contract. */
export const programs = [
  ...['conformance/servers', 'proofs/bench/src', 'proofs/languages/programs', 'proofs/languages/servers', 'proofs/second-server'],
  'conformance/faults/access',
  ...['packages/client/examples', 'packages/demo-shop/src', 'packages/stubs/templates'],
];

/** Markdown files that describe the contract and are not guides. */
export const prose = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'],
  ...['client', 'kit', 'server', 'stubs'].map((room) => `packages/${room}/README.md`),
];
