import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, runProcess } from '@payment-invoice/browser/run-process';

/** An integrator's project, with the packed client in its node_modules. */
export interface Project {
  folder: string;
  write(file: string, text: string): string;
  remove(): void;
}

/** Makes the project outside the repository, so that it does not find modules of this workspace by accident. */
export async function installClient(): Promise<Project> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'payment-invoice-integrator-')));
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@payment-invoice'), { recursive: true });
  const packed = join(folder, 'packed');
  const script = resolve(import.meta.dirname, '../../../scripts/packages/pack.ts');
  await runCommand(process.execPath, [script, '--out', packed, '--room', 'packages/client', '--folders']);
  renameSync(join(packed, 'client'), join(modules, '@payment-invoice/client'));
  mkdirSync(join(modules, '@opentelemetry'));
  // Links the client's dependency openapi-fetch, and @opentelemetry/api, which integrators install themselves.
  for (const other of ['openapi-fetch', '@opentelemetry/api'])
    symlinkSync(realpathSync(resolve(import.meta.dirname, '../node_modules', other)), join(modules, other));
  const write = (file: string, text: string) => {
    writeFileSync(join(folder, file), text);
    return join(folder, file);
  };
  write('package.json', '{ "type": "module", "private": true }');
  return { folder, write, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs a command and returns its standard output. Throws an Error with all its output when it fails. */
export async function runCommand(file: string, args: string[], cwd?: string): Promise<string> {
  const { exit, stdout, output } = await runProcess({ file, args, ...(cwd !== undefined && { cwd }), timeoutMs: 150_000 });
  if (exit !== 0) throw new Error(`${describe({ file, args })} ended with ${exit}:\n${output}`);
  return stdout;
}
