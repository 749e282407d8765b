import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '../run/command.ts';
import type { Generator, Place } from './generator.ts';
import { goProgram } from './programs.ts';

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

/** Returns the commands that generate a package `payments` with a client and a server, and install ogen first if it is missing. */
export function generateWithOgen({ cache, document, folder }: Place): Command[] {
  const program = join(cache, 'bin/ogen');
  const install = ['go', 'install', `github.com/ogen-go/ogen/cmd/ogen@v${ogenVersion}`];
  return [
    ...(existsSync(program) ? [] : [{ argv: install, cwd: folder }]),
    { argv: [program, '--target', 'payments', '--package', 'payments', '--clean', document], cwd: folder },
  ];
}
