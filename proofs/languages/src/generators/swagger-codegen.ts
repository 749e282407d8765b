import { join } from 'node:path';
import type { Generator } from './generator.ts';
import { installPython, webhooks } from './install-packages.ts';
import { fetchJar, pythonProgram } from './programs.ts';

const id = 'swagger-codegen';
const version = '3.0.61';
const packages = ['certifi==2026.10.19.post1', 'python-dateutil==2.9.0.post0', 'six==1.17.0', 'urllib3==2.5.0', webhooks];
const program = pythonProgram(id, 'payments', 'driver.py');

/** The generator from which openapi-generator was forked. */
export const swaggerCodegen: Generator = {
  id,
  title: 'swagger-codegen python',
  language: 'Python',
  version,
  document: 'plain',
  limits: [
    'the generated code sends no bearer token: give `ApiClient` the header `Authorization`',
    'of a document in OpenAPI 3.1 it reads no types, and each call returns nothing',
    'a refusal has its body as text',
  ],
  needs: ['java', 'mvn', 'python3'],
  generate({ cache, document, folder }) {
    const jar = join(cache, `swagger-codegen-cli-${version}.jar`);
    const argv = ['java', '-jar', jar, 'generate', '-i', document, '-l', 'python', '-o', '.', '-DpackageName=payments'];
    return [...fetchJar({ cache, folder }, `io.swagger.codegen.v3:swagger-codegen-cli:${version}`), { argv, cwd: folder }];
  },
  ...program,
  build: (place) => [...installPython(place, id, version, ...packages), ...program.build(place)],
};
