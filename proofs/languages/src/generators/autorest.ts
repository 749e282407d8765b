import { join } from 'node:path';
import type { Generator } from './generator.ts';
import { installNpm, versionOf } from './install-packages.ts';
import { goProgram } from './programs.ts';

export const autorest: Generator = {
  id: 'autorest',
  title: 'AutoRest (@autorest/go)',
  language: 'Go',
  version: versionOf('@autorest/go'),
  document: '3.0',
  limits: [
    'it makes no constructor and adds no token: a function in its package does both',
    'its runtime sends a create again after a 5xx, with or without a key: set `MaxRetries` to -1, or always send a key',
    'a key belongs to a client, not to a call',
  ],
  needs: ['go', 'node', 'npm'],
  generate(place) {
    const extension = (name: string) => join(place.folder, 'node_modules/@autorest', name);
    const argv = [
      ...['node', 'node_modules/autorest/entrypoints/app.js', `--version=${extension('core')}`],
      ...[`--use=${extension('modelerfour')}`, `--use=${extension('go')}`, '--go', `--input-file=${place.document}`],
      ...['--output-folder=payments', '--module=example.com/client/payments', '--module-version=0.1.0'],
    ];
    const packages = ['@autorest/core', '@autorest/go', '@autorest/modelerfour', 'autorest'];
    return [installNpm(place, ...packages), { argv, cwd: place.folder, env: { AUTOREST_HOME: join(place.folder, 'home') } }];
  },
  ...goProgram,
};
