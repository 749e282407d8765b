/**
 * Makes the conformance suite a single executable for this platform. It contains the suite and this Node.js, so its users need
 * not install Node.js. `node scripts/packages/make-executable.ts [--out FILE]` writes
 * `build/executable/payment-invoice-conformance` by default.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { parseOwnContract } from '../../conformance/src/contract/own-contract.ts';
import { currentVersion } from './published-rooms.ts';
import { runScript } from './run-script.ts';
import { packOwnPlan } from './stage-package.ts';

const root = resolve(import.meta.dirname, '../..');
const conformance = join(root, 'conformance');
const suffix = process.platform === 'win32' ? '.exe' : '';
const usual = join(root, `build/executable/payment-invoice-conformance${suffix}`);

const helpText = `Packs the conformance suite and Node.js into one executable file for this system.

Usage: node scripts/packages/make-executable.ts [--out FILE]

  --out FILE  where to write it (build/executable/payment-invoice-conformance${suffix})
`;

/** The marker by which Node.js finds the program embedded in the executable. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Code that reads files from its own folder, and the constants that replace it in the executable. */
const inside: Record<string, [written: string, replacement: string][]> = {
  'src/contract/own-contract.ts': [
    ["readFileSync(own(), 'utf8')", 'contractText'],
    ["readBeside('contract.json')", 'parsedContractText'],
  ],
  'src/text/find-package.ts': [["JSON.parse(readBeside('package.json'))", 'manifest']],
  'src/engine/packed-plan.ts': [["readBeside('plan.json')", 'planText']],
  'src/report/html/html-template.ts': [["readBeside('report.css')", 'reportStyleText']],
  'src/report/read-report.ts': [["readBeside('report.schema.json')", 'reportSchemaText']],
  'src/command/plan/foresee-traffic.ts': [["readBeside('traffic.json')", 'trafficText']],
};

const embed: NonNullable<BuildOptions['plugins']>[number] = {
  name: 'embed',
  setup(bundle) {
    bundle.onLoad({ filter: /conformance[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const name = Object.keys(inside).find((one) => path.replaceAll('\\', '/').endsWith(`conformance/${one}`));
      if (name === undefined) return undefined;
      let text = readFileSync(path, 'utf8');
      for (const [written, replacement] of inside[name] ?? []) {
        if (!text.includes(written)) throw new Error(`${name} no longer reads its file with ${written}.`);
        text = text.replace(written, replacement);
      }
      return { contents: text, loader: 'ts' };
    });
  },
};

/** Makes `require` load CommonJS and ES modules from outside the executable, such as a user's adapter. */
const banner = `const { createRequire: createRequireHere } = require('node:module');
const { pathToFileURL: toUrl, fileURLToPath: toPath } = require('node:url');
const requireFile = createRequireHere(process.execPath);
require = (name) => requireFile(name.startsWith('file:') ? toPath(name) : name);
const ownUrl = toUrl(process.execPath).href;`;

async function makeExecutable(out: string): Promise<void> {
  const folder = dirname(out);
  mkdirSync(folder, { recursive: true });
  const at = (file: string): string => join(folder, file);
  const [main, blob, config] = [at('main.cjs'), at('suite.blob'), at('sea.json')];
  const read = (path: string): string => JSON.stringify(readFileSync(path, 'utf8'));
  const { name } = JSON.parse(readFileSync(join(conformance, 'package.json'), 'utf8'));
  await build({
    entryPoints: [join(conformance, 'bin/run-suite.ts')],
    outfile: main,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    supported: { 'dynamic-import': false },
    define: {
      'import.meta.url': 'ownUrl',
      contractText: read(join(root, 'openapi/openapi.yaml')),
      parsedContractText: JSON.stringify(parseOwnContract()),
      planText: JSON.stringify(packOwnPlan()),
      reportStyleText: read(join(conformance, 'report.css')),
      reportSchemaText: read(join(conformance, 'report.schema.json')),
      trafficText: read(join(conformance, 'traffic.json')),
      manifest: JSON.stringify({ name, version: currentVersion() }),
    },
    banner: { js: banner },
    plugins: [embed],
    logLevel: 'warning',
  });
  writeFileSync(config, JSON.stringify({ main, output: blob, disableExperimentalSEAWarning: true, useCodeCache: true }));
  execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: ['ignore', 'ignore', 'inherit'] });
  copyFileSync(process.execPath, out);
  chmodSync(out, 0o755);
  const isMac = process.platform === 'darwin';
  if (isMac) execFileSync('codesign', ['--remove-signature', out]);
  const postject = createRequire(import.meta.url).resolve('postject/dist/cli.js');
  const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : [];
  execFileSync(process.execPath, [postject, out, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse, ...segment], {
    stdio: 'ignore',
  });
  if (isMac) execFileSync('codesign', ['--sign', '-', out]);
  console.log(`${out}: ${Math.round(statSync(out).size / 1e6)} MB.`);
}

runScript(helpText, { out: { type: 'string', default: usual } } as const, ({ out }) => {
  makeExecutable(resolve(out)).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
});
