import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Generator } from './generator.ts';

const version = '2.8.2';

export const oapiCodegen: Generator = {
  id: 'oapi-codegen',
  title: 'oapi-codegen',
  language: 'Go',
  version,
  needs: ['go'],
  settings: 'oapi-codegen.yaml',
  generate({ cache, document, folder, settings }) {
    const program = join(cache, 'bin/oapi-codegen');
    const install = ['go', 'install', `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${version}`];
    const configuration = settings === undefined ? 'plain.yaml' : join(settings, 'oapi-codegen.yaml');
    return [
      ...(existsSync(program) ? [] : [{ argv: install, cwd: folder }]),
      { argv: ['mkdir', '-p', 'payments'], cwd: folder },
      { argv: [program, '-config', configuration, document], cwd: folder },
    ];
  },
  build: ({ folder }) => [
    { argv: ['go', 'mod', 'tidy'], cwd: folder },
    { argv: ['go', 'build', '-o', 'driver', '.'], cwd: folder },
  ],
  drive: ({ folder }) => ({ argv: ['./driver'], cwd: folder }),
};
