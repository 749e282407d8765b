import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const room = resolve(import.meta.dirname, '..');

/** Runs Redocly's command. Throws an Error that begins with `failure` and holds the command's output. */
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
        // Telemetry would call home; so would the look for a newer version.
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
  } catch (error) {
    const said = String((error as { stderr?: Buffer }).stderr ?? error);
    throw new Error(`${failure}\n${said.trim()}`);
  }
}
