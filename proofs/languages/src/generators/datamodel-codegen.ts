import { join } from 'node:path';
import type { Command } from '../run/command.ts';
import { type Generator, type Place, settingsFile } from './generator.ts';
import { installPython, pythonOf, webhooks } from './install-packages.ts';
import { pythonProgram } from './programs.ts';

const id = 'datamodel-codegen';
const version = '0.89.0';

export const datamodelCodegen: Generator = {
  id,
  title: 'datamodel-codegen (pydantic 2 models)',
  language: 'Python',
  version,
  advice: { set: settingsFile('datamodel-codegen.toml'), purpose: 'strict types' },
  needs: ['python3'],
  generate: (place) => [...installModels(place, id, webhooks), ...generateModels(place, id)],
  ...pythonProgram(id, '.'),
};

/** Returns the commands that install the generator, and the packages that its models and their program need. */
export const installModels = (place: Place, environment: string, ...others: string[]): Command[] =>
  installPython(place, environment, version, 'datamodel-code-generator', 'pydantic==2.14.3', 'httpx==0.28.1', ...others);

export function generateModels(place: Place, environment: string): Command[] {
  const input = ['--input', place.document, '--input-file-type', 'openapi', '--output', 'models.py'];
  const argv = [pythonOf(place, environment, 'datamodel-codegen'), ...input];
  if (place.settings === undefined)
    return [{ argv: [...argv, '--output-model-type', 'pydantic_v2.BaseModel'], cwd: place.folder }];
  // Copies the settings into the folder where the generator starts, because it reads them from there.
  const copy = { argv: ['cp', join(place.settings, 'datamodel-codegen.toml'), 'pyproject.toml'], cwd: place.folder };
  return [copy, { argv, cwd: place.folder }];
}
