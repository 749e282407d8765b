import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '../run/command.ts';
import { type Generator, type Place, settingsFile } from './generator.ts';
import { goProgram } from './programs.ts';

const version = '2.8.2';

export const oapiCodegen: Generator = {
  id: 'oapi-codegen',
  title: 'oapi-codegen',
  language: 'Go',
  version,
  advice: { set: settingsFile('oapi-codegen.yaml'), purpose: 'keeps the constants of known problem codes' },
  needs: ['go'],
  generate(place) {
    const configuration = place.settings === undefined ? 'plain.yaml' : join(place.settings, 'oapi-codegen.yaml');
    return generateWithOapiCodegen(place, configuration);
  },
  ...goProgram,
  sweeps: true,
};

/** Returns the commands that generate one Go file. They first install the generator if it is missing. */
export function generateWithOapiCodegen({ cache, document, folder }: Place, configuration: string): Command[] {
  const program = join(cache, 'bin/oapi-codegen');
  const install = ['go', 'install', `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${version}`];
  return [
    ...(existsSync(program) ? [] : [{ argv: install, cwd: folder }]),
    { argv: ['mkdir', '-p', 'payments'], cwd: folder },
    { argv: [program, '-config', configuration, document], cwd: folder },
  ];
}

export const ogenVersion = '1.24.0';

export const ogen: Generator = {
  id: 'ogen-client',
  title: 'ogen',
  language: 'Go',
  version: ogenVersion,
  limits: [
    'it makes no type of an event',
    'the type of a refusal has no status: a `Client` of your own, around `http.Client`, can keep it',
  ],
  needs: ['go'],
  generate: generateWithOgen,
  ...goProgram,
};

/**
 * Returns the commands that generate a package `payments` with a client and a server. They first install ogen if it is missing.
 */
export function generateWithOgen({ cache, document, folder }: Place): Command[] {
  const program = join(cache, 'bin/ogen');
  const install = ['go', 'install', `github.com/ogen-go/ogen/cmd/ogen@v${ogenVersion}`];
  return [
    ...(existsSync(program) ? [] : [{ argv: install, cwd: folder }]),
    { argv: [program, '--target', 'payments', '--package', 'payments', '--clean', document], cwd: folder },
  ];
}
