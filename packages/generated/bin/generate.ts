/**
 * Writes everything in ../src from the contract, or into the folder named by `--out`.
 * The only importer of openapi-typescript, so that it can be replaced in one place.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import openapiTypescript, { astToString } from 'openapi-typescript';

const { values } = parseArgs({ options: { contract: { type: 'string' }, out: { type: 'string' } } });
const contractFile = resolve(values.contract ?? fileURLToPath(import.meta.resolve('@payment-invoice/contract/openapi.yaml')));
const out = resolve(values.out ?? join(import.meta.dirname, '../src'));
const banner = '// Written by `npm run generate` from openapi/openapi.yaml. Do not edit.\n';

const scratch = mkdtempSync(join(tmpdir(), 'payment-invoice-generate-'));
try {
  const bundled = join(scratch, 'contract.json');
  execFileSync(
    process.execPath,
    [redoclyCli(), 'bundle', contractFile, '--config', join(import.meta.dirname, 'redocly.yaml'), '--output', bundled],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const contract = JSON.parse(readFileSync(bundled, 'utf8'));
  // A member with a default may be left out of a request: by default openapi-typescript would require it.
  const types = astToString(await openapiTypescript(pathToFileURL(bundled), { defaultNonNullable: false }));
  const problems = Object.fromEntries(
    Object.entries<{ status: number; title: string }>(contract['x-problems']).map(([code, problem]) => [
      code,
      { status: problem.status, title: problem.title },
    ]),
  );

  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'contract.json'), `${JSON.stringify(contract, null, 2)}\n`);
  writeFileSync(join(out, 'types.ts'), banner + types);
  writeFileSync(join(out, 'problems.ts'), `${banner}export const problems = ${JSON.stringify(problems, null, 2)} as const;\n`);
  writeFileSync(
    join(out, 'index.ts'),
    `${banner}export { problems } from './problems.ts';\nexport type { components, operations, paths } from './types.ts';\n`,
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function redoclyCli(): string {
  const manifest = fileURLToPath(import.meta.resolve('@redocly/cli/package.json'));
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return resolve(manifest, '..', bin.redocly);
}
