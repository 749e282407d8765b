import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demandFiles } from './demand-files.ts';
import type { Node } from './json.ts';

const room = resolve(import.meta.dirname, '..');

/** Runs the Redocly command. @throws Error that begins with `failure` and contains the command's output */
export function runRedocly(failure: string, ...args: string[]): void {
  const manifest = fileURLToPath(import.meta.resolve('@redocly/cli/package.json'));
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  try {
    execFileSync(
      process.execPath,
      [resolve(manifest, '..', bin.redocly), ...args, '--config', join(room, 'reader/redocly.yaml')],
      {
        cwd: room,
        stdio: ['ignore', 'pipe', 'pipe'],
        // Turns off telemetry, and the check for a newer version: both would use the network.
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
  } catch (error) {
    const said = String((error as { stderr?: Buffer }).stderr ?? error);
    // Removes from the output the box in which Redocly announces a newer version.
    throw new Error(`${failure}\n${said.replaceAll(/^ *[╔║╚].*\n/gm, '').trim()}`);
  }
}

/** Runs Redocly, which bundles a contract's files into one document. @throws Error when a file is unreadable */
export function bundleContract(contract: string): Node {
  demandFiles(contract, readFileSync(contract, 'utf8'));
  const scratch = mkdtempSync(join(tmpdir(), 'payment-invoice-bundle-'));
  try {
    const bundled = join(scratch, 'contract.json');
    runRedocly(`Redocly could not read the contract ${contract}:`, 'bundle', contract, '--output', bundled);
    return JSON.parse(readFileSync(bundled, 'utf8'));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
