/**
 * Writes the contract as one HTML page that works offline: `npm run docs [-- --out FILE]`.
 * `--contract FILE` takes another document than ../openapi.yaml.
 * Exit 0 written, 1 the page could not be made, 2 the command was called wrongly.
 */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeOffline } from './make-offline.ts';

const room = resolve(import.meta.dirname, '..');

try {
  const { contract, out } = readCommand();
  writeWhole(out, makeOffline(runRedoc(contract)));
  const place = relative(process.cwd(), out);
  const size = (statSync(out).size / 1024 / 1024).toFixed(1);
  console.log(`Wrote the docs to ${place.startsWith('..') ? out : place} (${size} MB, one file, works offline).`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode ||= 1;
}

/** What to read and where to write. Sets exit code 2 when the command line cannot be read. */
function readCommand(): { contract: string; out: string } {
  try {
    const { values } = parseArgs({ options: { contract: { type: 'string' }, out: { type: 'string' } } });
    if (values.out === '') throw new Error('--out is empty.');
    const contract = resolve(values.contract ?? join(room, 'openapi.yaml'));
    if (!existsSync(contract)) throw new Error(`There is no contract at ${contract}.`);
    const out = resolve(values.out ?? join(room, '../packages/generated/docs/index.html'));
    if (existsSync(out) && statSync(out).isDirectory()) throw new Error(`--out ${out} is a folder.`);
    return { contract, out };
  } catch (error) {
    process.exitCode = 2;
    throw new Error(`${(error as Error).message}\nUsage: npm run docs [-- --out FILE.html]`);
  }
}

/** The page as Redoc makes it. */
function runRedoc(contract: string): string {
  const manifest = fileURLToPath(import.meta.resolve('@redocly/cli/package.json'));
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  const scratch = mkdtempSync(join(tmpdir(), 'payment-invoice-docs-'));
  const page = join(scratch, 'index.html');
  const command = [resolve(manifest, '..', bin.redocly), 'build-docs', contract];
  const options = ['--config', join(room, 'redocly.yaml'), '--inlineBundle', '--output', page];
  try {
    execFileSync(process.execPath, [...command, ...options], {
      cwd: room,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Telemetry would call home; so would the look for a newer version.
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    return readFileSync(page, 'utf8');
  } catch (error) {
    const said = String((error as { stderr?: Buffer }).stderr ?? error).trim();
    throw new Error(`Redoc could not make the page from ${contract}:\n${said}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** All or nothing: a reader of `file` sees the old page or the new one, never half. */
function writeWhole(file: string, text: string): void {
  const half = `${file}.${process.pid}.part`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    try {
      writeFileSync(half, text);
      renameSync(half, file);
    } finally {
      // Does nothing after the rename; only there to clean up, it must not hide why the writing failed.
      if (existsSync(half)) unlinkSync(half);
    }
  } catch (error) {
    process.exitCode = 2;
    throw new Error(`Could not write ${file}: ${(error as Error).message}. Name a file that can be written with --out.`);
  }
}
