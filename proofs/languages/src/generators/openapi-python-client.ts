import { join } from 'node:path';
import { type Generator, settingsFile } from './generator.ts';
import { installPython, pythonOf, webhooks } from './install-packages.ts';
import { pythonProgram } from './programs.ts';

const id = 'openapi-python-client';
const version = '0.29.1';

export const openapiPythonClient: Generator = {
  id,
  title: 'openapi-python-client',
  language: 'Python',
  version,
  advice: { set: settingsFile('openapi-python-client.yaml'), purpose: 'names only' },
  needs: ['python3'],
  generate(place) {
    const generate = [pythonOf(place, id, 'openapi-python-client'), 'generate', '--path', place.document];
    const configuration = place.settings === undefined ? [] : ['--config', join(place.settings, 'openapi-python-client.yaml')];
    const argv = [...generate, '--meta', 'none', '--output-path', 'payments', ...configuration];
    return [...installPython(place, id, version, id, 'ruff==0.14.0', webhooks), { argv, cwd: place.folder }];
  },
  ...pythonProgram(id, 'payments', 'driver.py'),
};
