import type { Generator } from './generator.ts';
import { installPython, pythonOf } from './install-python.ts';
import { generateWithOpenapiGenerator, openapiGeneratorVersion } from './openapi-generator.ts';

const id = 'openapi-generator-python';

export const openapiGeneratorPython: Generator = {
  id,
  title: 'openapi-generator python',
  language: 'Python',
  version: openapiGeneratorVersion,
  needs: ['java', 'mvn', 'python3'],
  settings: 'openapi-generator-python.yaml',
  generate: (place) => generateWithOpenapiGenerator(place, 'python', '.', 'openapi-generator-python.yaml'),
  build: (place) => [
    ...installPython(place, id),
    { argv: [pythonOf(place, id), '-m', 'compileall', '-q', 'payments', 'driver.py'], cwd: place.folder },
  ],
  drive: (place) => ({ argv: [pythonOf(place, id), 'driver.py'], cwd: place.folder }),
};
