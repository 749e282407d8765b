import { join } from 'node:path';
import type { Command } from '../run/command.ts';
import type { Generator, Place } from './generator.ts';
import { installPython, pythonOf } from './install-python.ts';
import { pythonProgram } from './programs.ts';

const id = 'datamodel-codegen';

export const datamodelCodegen: Generator = {
  id,
  title: 'datamodel-codegen (pydantic 2 models)',
  language: 'Python',
  version: '0.89.0',
  needs: ['python3'],
  generate: (place) => [...installPython(place, id), ...generateModels(place, id)],
  ...pythonProgram(id, '.'),
};

export function generateModels(place: Place, environment: string): Command[] {
  const input = ['--input', place.document, '--input-file-type', 'openapi', '--output', 'models.py'];
  const argv = [pythonOf(place, environment, 'datamodel-codegen'), ...input];
  if (place.settings === undefined)
    return [{ argv: [...argv, '--output-model-type', 'pydantic_v2.BaseModel'], cwd: place.folder }];
  // The generator reads its settings from the project in whose folder it is started.
  const copy = { argv: ['cp', join(place.settings, 'datamodel-codegen.toml'), 'pyproject.toml'], cwd: place.folder };
  return [copy, { argv, cwd: place.folder }];
}
