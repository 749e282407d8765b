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

/** Returns the commands that generate one Go file, and install the generator first if it is missing. */
export function generateWithOapiCodegen({ cache, document, folder }: Place, configuration: string): Command[] {
  const program = join(cache, 'bin/oapi-codegen');
  const install = ['go', 'install', `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${version}`];
  return [
    ...(existsSync(program) ? [] : [{ argv: install, cwd: folder }]),
    { argv: ['mkdir', '-p', 'payments'], cwd: folder },
    { argv: [program, '-config', configuration, document], cwd: folder },
  ];
}
