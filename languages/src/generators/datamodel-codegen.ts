import { join } from 'node:path';
import type { Generator } from './generator.ts';
import { installPython, pythonOf } from './python.ts';

const id = 'datamodel-codegen';

export const datamodelCodegen: Generator = {
  id,
  title: 'datamodel-codegen (pydantic 2 models)',
  language: 'Python',
  version: '0.89.0',
  needs: ['python3'],
  settings: 'datamodel-codegen.toml',
  generate(place) {
    const input = ['--input', place.document, '--input-file-type', 'openapi', '--output', 'models.py'];
    const plain = ['--output-model-type', 'pydantic_v2.BaseModel'];
    const argv = [pythonOf(place, id, 'datamodel-codegen'), ...input, ...(place.settings === undefined ? plain : [])];
    // It reads its settings from the project that it is called in.
    const copy = place.settings && {
      argv: ['cp', join(place.settings, 'datamodel-codegen.toml'), 'pyproject.toml'],
      cwd: place.folder,
    };
    return [...installPython(place, id), ...(copy ? [copy] : []), { argv, cwd: place.folder }];
  },
  build: (place) => [{ argv: [pythonOf(place, id), '-m', 'compileall', '-q', '.'], cwd: place.folder }],
  drive: (place) => ({ argv: [pythonOf(place, id), 'driver.py'], cwd: place.folder }),
};
