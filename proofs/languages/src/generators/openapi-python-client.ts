import { join } from 'node:path';
import type { Generator } from './generator.ts';
import { installPython, pythonOf } from './install-python.ts';
import { pythonProgram } from './programs.ts';

const id = 'openapi-python-client';

export const openapiPythonClient: Generator = {
  id,
  title: 'openapi-python-client',
  language: 'Python',
  version: '0.29.1',
  needs: ['python3'],
  generate(place) {
    const generate = [pythonOf(place, id, 'openapi-python-client'), 'generate', '--path', place.document];
    const configuration = place.settings === undefined ? [] : ['--config', join(place.settings, 'openapi-python-client.yaml')];
    const argv = [...generate, '--meta', 'none', '--output-path', 'payments', ...configuration];
    return [...installPython(place, id), { argv, cwd: place.folder }];
  },
  ...pythonProgram(id, 'payments', 'driver.py'),
};
