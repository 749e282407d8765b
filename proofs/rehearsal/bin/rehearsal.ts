#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const help = `Rehearses a release of the current commit. Publishes all packages to a registry in this process, installs them with npm, pnpm,
Yarn 4 and Bun on the oldest and the newest Node.js, follows each README as the registry shows it, and tags the release. Then
raises the version and does all of it again. The first run downloads the package managers and Node.js, about 600 MB.

Usage: npm run prove -- rehearsal [--sbom FILE]

  --sbom FILE  where to write the bill of materials of an installation (build/release/sbom.cdx.json)

Takes about six minutes on two idle cores, and stops after thirty. Needs Linux.
Exit code 0: everything works as the READMEs promise. 1: something does not. 2: an option is wrong.
`;

/** The time limit of a rehearsal. */
const limitMs = 30 * 60_000;

try {
  const { values } = parseArgs({
    options: {
      sbom: { type: 'string', default: resolve(import.meta.dirname, '../../../build/release/sbom.cdx.json') },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) process.stdout.write(help);
  else await main(resolve(values.sbom));
} catch (error) {
  if (!String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')) throw error;
  process.stderr.write(`${(error as Error).message}\n\n${help}`);
  process.exitCode = 2;
}

async function main(billOfMaterials: string): Promise<void> {
  // Imported only here, so that help and messages about wrong options need not wait for the registry and its tools.
  const { Journal } = await import('../src/journal.ts');
  const { rehearse } = await import('../src/rehearse.ts');
  const interruption = new AbortController();
  const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-rehearsal-'));
  // Removes the folder in the background: it contains a clone with all installed packages, so the removal takes seconds.
  const remove = () => spawn('rm', ['-rf', folder], { detached: true, stdio: 'ignore' }).unref();
  const leave = (sentence: string) => {
    interruption.abort();
    process.stderr.write(`\n${sentence}\n`);
    remove();
    process.exit(1);
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => leave('Interrupted: nothing is left behind.'));
  const timer = setTimeout(() => leave(`It was not over after ${limitMs / 60_000} minutes, and was ended.`), limitMs);
  const journal = new Journal((text) => process.stdout.write(text));
  try {
    await rehearse({ folder, journal, interrupt: interruption.signal }, billOfMaterials);
  } catch (error) {
    // A step that later steps depend on has failed. Records the failure and ends the rehearsal.
    await journal.check('the rehearsal goes on', () => Promise.reject(error));
  }
  clearTimeout(timer);
  interruption.abort();
  remove();
  const { isReady, text } = journal.conclude();
  process.stdout.write(`\n${text}`);
  process.exit(isReady ? 0 : 1);
}
